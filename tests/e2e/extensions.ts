/** Elements that extensions add to pages, by description. Each function runs in the page once it is loaded. */
export const EXTENSIONS: Record<string, () => void> = {
  "a style first in the head": () => document.head.prepend(document.createElement("style")),
  "an element behind the body": () => document.documentElement.append(document.createElement("grammarly-desktop")),
  "an element behind each field": () => {
    for (const field of document.querySelectorAll("input, textarea"))
      field.after(Object.assign(document.createElement("span"), { textContent: "•" }));
  },
};
