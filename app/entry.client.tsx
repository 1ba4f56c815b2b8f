import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { OutageContext } from "~/routes/shared/failure";
import { standInForSessionStorage } from "~/ui/device/stand-in-storage";
import { steadyFetch } from "~/ui/line/steady-fetch";

standInForSessionStorage();
window.fetch = steadyFetch(fetch.bind(window));

linkStyles();
void dataRead().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <OutageContext.Provider value={document.documentElement.dataset["outage"] ?? null}>
          <RemixBrowser />
        </OutageContext.Provider>
      </StrictMode>,
    );
  }),
);

/**
 * A first visit's page carries what it uses of its styles. From here on the sheets are linked whole, as React knows them
 * and as other pages need them; they have come with the scripts. What was carried goes to where React minds nothing, the
 * end of the head, until they are read.
 */
function linkStyles(): void {
  for (const style of document.querySelectorAll<HTMLStyleElement>("style[data-href]")) {
    const link = document.createElement("link");
    style.before(Object.assign(link, { rel: "stylesheet", href: style.dataset["href"], onload: () => style.remove() }));
    document.head.append(style);
  }
}

/**
 * Resolves once Remix has read the data of the page. It begins to when it is first rendered, and suspends until then;
 * a press or a key in that moment makes React hydrate at once, which it cannot do with a root that is suspended: it
 * gives up, and the page stays dead (React's error 345). People touch a page just while it hydrates, for that is why.
 */
async function dataRead(): Promise<void> {
  const render = RemixBrowser as (props: object) => unknown;
  try {
    render({});
  } catch (reading) {
    // A promise, thrown before any hook is reached.
    await reading;
  }
}
