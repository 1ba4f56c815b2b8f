/**
 * Resolves once the whole style sheets hold, beside what a first visit's page carries of them: an answer in place may
 * show what the page does not have yet. All of them begin to hold in one moment, for one without the others would stand
 * above what is carried of those, and what is shown would move under a finger. Nothing is taken out: what is carried is
 * the beginning of the cascade, and says nothing that they do not.
 */
export async function sheetsRead(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>("link[data-sheet]")];
  await Promise.all(
    links.map(
      (link) =>
        new Promise((resolve) => {
          link.addEventListener("load", resolve);
          // The page has what it carries.
          link.addEventListener("error", resolve);
          link.media = "not all";
          link.rel = "stylesheet";
          link.removeAttribute("data-sheet");
        }),
    ),
  );
  for (const link of links) link.removeAttribute("media");
}
