declare global {
  interface Window {
    /** Remix's own, as far as we look at it. */
    __remixRouter?: {
      state: {
        /** False while loaders that run at hydration do. */
        initialized: boolean;
        location: { pathname: string; search: string };
        navigation: { state: string; location?: { pathname: string; search: string; hash: string } };
      };
      subscribe(told: () => void): () => void;
    };
    __remixManifest?: { version: string };
  }
}

/** Where React is just going; empty where it stays. */
export function destination(): string {
  const to = window.__remixRouter?.state.navigation.location;
  return to ? to.pathname + to.search + to.hash : "";
}

/** Whether React is just leaving its page: what is on it is not needed any more. */
export function goesToAnotherPage(): boolean {
  const { location, navigation } = window.__remixRouter?.state ?? {};
  const to = navigation?.location;
  return !!to && (to.pathname !== location?.pathname || to.search !== location?.search);
}

/** Loads the page that is being gone to as a document of its own, and never comes back. */
export function asDocument(): Promise<never> {
  const to = destination();
  if (to) window.location.assign(to);
  else window.location.reload();
  return new Promise(() => undefined);
}

/**
 * A page that was left for a document of its own goes on waiting for that. Brought back from the browser's memory it
 * would wait for ever, its forms switched off: it is loaded anew then.
 */
export function loadAnewWhereLeftMidway(): void {
  window.addEventListener("pageshow", ({ persisted }) => {
    const { state = "idle" } = window.__remixRouter?.state.navigation ?? {};
    if (persisted && state !== "idle") window.location.reload();
  });
}
