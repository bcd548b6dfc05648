// What is folded on the screen is open on paper. Newer browsers do it by style
// (style.css), older ones need every part opened before they print.

export function openOnPaper() {
  const opened = new Set<HTMLDetailsElement>();
  window.addEventListener("beforeprint", () => {
    for (const part of document.querySelectorAll("details")) {
      if (part.open) continue;
      part.open = true;
      opened.add(part);
    }
  });
  window.addEventListener("afterprint", () => {
    for (const part of opened) part.open = false;
    opened.clear();
  });
}
