/*
 * What may become script or markup on a page, where the browser has Trusted Types: the policy of every page demands them
 * (entry.server.tsx), and names this policy and the one of `app/browser/morph-page.ts`. Texts go into pages as text nodes, and need none.
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
 * Asked for every string that a library hands to the browser as markup or as the address of a script: no markup, and no
 * address but one of the shop's own, as those of its assets and of a service worker are. Never code.
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

/** For this document, once. */
export function allowOwn(): void {
  window.trustedTypes?.createPolicy("default", DEFAULT_RULES);
}
