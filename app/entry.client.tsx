import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { OutageContext } from "~/routes/shared/failure";
import { steadyFetch } from "~/ui/line/steady-fetch";

window.fetch = steadyFetch(window.fetch.bind(window));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <OutageContext.Provider value={document.documentElement.dataset["outage"] ?? null}>
        <RemixBrowser />
      </OutageContext.Provider>
    </StrictMode>,
  );
});
