/** Elements that extensions put into pages, by what they are. Each runs in the page once it is there. */
export const EXTENSIONS: Record<string, () => void> = {
  "a style first in the head": () => document.head.prepend(document.createElement("style")),
  "an element behind the body": () => document.documentElement.append(document.createElement("grammarly-desktop")),
  "an element behind each field": () => {
    for (const field of document.querySelectorAll("input, textarea"))
      field.after(Object.assign(document.createElement("span"), { textContent: "•" }));
  },
};
