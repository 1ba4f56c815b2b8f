import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { OutageContext } from "~/routes/shared/failure";
import { handToRemix } from "~/ui/on-intent/hand-to-remix";
import { sheetsRead } from "~/ui/carried-styles/sheets-read";
import { loadAnewWhereLeftMidway } from "~/ui/device/as-document";
import { standInForSessionStorage } from "~/ui/device/stand-in-storage";
import { answered } from "~/ui/line/answered";
import { steadyFetch } from "~/ui/line/steady-fetch";
import { bearTranslation } from "~/ui/translated/translated";

standInForSessionStorage();
bearTranslation();
loadAnewWhereLeftMidway();
// The worker saw the form on its way alone.
answered.add(() => navigator.serviceWorker?.controller?.postMessage({ answered: true }));
window.fetch = steadyFetch(window.fetch.bind(window));

void Promise.all([handToRemix().then(dataRead), sheetsRead()]).then(() =>
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
