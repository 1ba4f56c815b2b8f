import { RemixBrowser } from "@remix-run/react";
import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { OutageContext } from "~/routes/shared/failure";

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
