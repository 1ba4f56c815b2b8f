/**
 * Resolves once the whole style sheets apply, beside the styles that a first visit's page carries: an answer in place
 * may show what the page does not have yet. All of them begin to apply at the same moment. One alone would take
 * precedence over the carried styles of the others, and content would move under a finger. The carried styles stay:
 * they are the beginning of the cascade, and all of them are in the sheets.
 */
export async function sheetsRead(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>("link[data-sheet]")];
  await Promise.all(
    links.map(
      (link) =>
        new Promise((resolve) => {
          link.addEventListener("load", resolve);
          // After an error the page still has the styles that it carries.
          link.addEventListener("error", resolve);
          link.media = "not all";
          link.rel = "stylesheet";
          link.removeAttribute("data-sheet");
        }),
    ),
  );
  for (const link of links) link.removeAttribute("media");
}
