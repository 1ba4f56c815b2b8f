/*
 * The strings that may become script or markup on a page, if the browser has Trusted Types. The
 * Content-Security-Policy of pages requires them (entry.server.tsx), but not in development or where the card
 * provider's script runs. It names this policy and the one of `app/browser/morph-page.ts`. Texts go into pages as text
 * nodes, which need no policy.
 */

/** The part of the browser's interface that is used here; TypeScript has no types of it yet. */
interface PolicyRules {
  createHTML?(text: string): string | null;
  createScriptURL?(address: string): string | null;
}
interface TrustedTypes {
  createPolicy(name: string, rules: PolicyRules): unknown;
}
declare global {
  interface Window {
    trustedTypes?: TrustedTypes;
  }
}

/**
 * Checks every string that a library passes to the browser as markup or as the address of a script. Refuses markup,
 * code, and all addresses but the shop's own, such as those of its assets and its service worker.
 */
const DEFAULT_RULES: PolicyRules = {
  createHTML: (text) => (text.includes("<") ? null : text),
  createScriptURL: (address) => (isOwn(address) ? address : null),
};

function isOwn(address: string): boolean {
  try {
    return new URL(address, document.baseURI).origin === location.origin;
  } catch {
    return false;
  }
}

/** Creates the default policy of this document. Must be called only once. */
export function allowOwn(): void {
  window.trustedTypes?.createPolicy("default", DEFAULT_RULES);
}
