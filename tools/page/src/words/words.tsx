// The words of the page in the language of the reader.

import {
  createContext,
  Fragment,
  useContext,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from "react";
import { DICTIONARIES, type Dictionary, type WordKey } from "./dictionaries";
import { Numbers } from "./numbers";

export type Language = keyof typeof DICTIONARIES;

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  fr: "Français",
  nl: "Nederlands",
  de: "Deutsch",
};

export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[];

/** Keys with an explanation: `KEY` and `KEY_help`. */
export type TermKey = {
  [K in WordKey]: `${K}_help` extends WordKey ? K : never;
}[WordKey];

export interface Words {
  readonly language: Language;
  readonly numbers: Numbers;
  setLanguage(language: Language): void;
  /** The word of a key, with `{name}` replaced by its value. */
  t(key: WordKey, values?: Readonly<Record<string, string>>): string;
  /** The word for a name that comes from the data; the name if unknown. */
  named(prefix: string, name: string): string;
}

const Context = createContext<Words | null>(null);

const STORED = "couillon-language";

export function WordsProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);
  const words = useMemo((): Words => {
    const dictionary: Dictionary = DICTIONARIES[language];
    return {
      language,
      numbers: new Numbers(language),
      setLanguage: (chosen) => {
        store(chosen);
        setLanguage(chosen);
      },
      t: (key, values = {}) => filled(dictionary[key], values),
      named: (prefix, name) => {
        const key = `${prefix}_${name.replaceAll(/[ -]/g, "_")}`;
        return isWordKey(key) ? dictionary[key] : name.replaceAll("_", " ");
      },
    };
  }, [language]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <Context.Provider value={words}>{children}</Context.Provider>;
}

export function useWords(): Words {
  const words = useContext(Context);
  if (!words) throw new Error("useWords outside of WordsProvider");
  return words;
}

/** A sentence with elements in place of its `{name}`s. */
export function Phrase(props: {
  readonly word: WordKey;
  readonly parts: Readonly<Record<string, ReactNode>>;
}) {
  const pieces = useWords()
    .t(props.word)
    .split(/\{(\w+)\}/);
  return pieces.map((piece, i) => (
    <Fragment key={i}>{i % 2 === 0 ? piece : props.parts[piece]}</Fragment>
  ));
}

export function isWordKey(key: string): key is WordKey {
  return Object.hasOwn(DICTIONARIES.en, key);
}

function filled(text: string, values: Readonly<Record<string, string>>) {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    return values[name] ?? whole;
  });
}

/** The first language of the reader that the page speaks. */
export function firstOf(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const found = LANGUAGES.find((item) => item === tag.slice(0, 2));
    if (found) return found;
  }
  return "en";
}

function firstLanguage(): Language {
  return firstOf([stored() ?? "", ...navigator.languages]);
}

// Storage may be refused, for example to files.
function stored(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

function store(language: Language) {
  try {
    localStorage.setItem(STORED, language);
  } catch {
    // The choice holds until the page is closed.
  }
}
