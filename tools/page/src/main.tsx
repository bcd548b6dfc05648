import { createTheme, MantineProvider } from "@mantine/core";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app";
import { openOnPaper } from "./open_on_paper";
import { unpacked } from "./packed";
import { PlayPage } from "./play/play_page";
import { playOf } from "./play/state";
import { WordsProvider } from "./words/words";
import "./style.css";

const theme = createTheme({
  fontFamily: "inherit",
  primaryColor: "gray",
  defaultRadius: 4,
});

/** The data that the program put into the page; null without any. */
function dataOfPage(): unknown {
  const text = document.getElementById("couillon-data")?.textContent ?? "null";
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function start(root: HTMLElement) {
  const data = await unpacked(dataOfPage());
  const play = playOf(data);
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <WordsProvider>
          {play ? <PlayPage play={play} data={data} /> : <App data={data} />}
        </WordsProvider>
      </MantineProvider>
    </StrictMode>,
  );
}

const root = document.getElementById("root");
openOnPaper();
if (root) void start(root);
