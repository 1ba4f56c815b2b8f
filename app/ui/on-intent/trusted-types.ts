/*
 * What may become script or markup on a page, where the browser has Trusted Types: the policy of every page demands them
 * (entry.server.tsx), and names this policy alone. Texts go into pages as text nodes, by React or by us, and need none.
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

/** With what React 18 makes an element of a script that it renders in the browser. */
const EMPTY_SCRIPT = "<script></script>";

/**
 * Asked for every string that a library hands to the browser as markup or as the address of a script: no markup but
 * React's empty script element, into which it puts data without a tag; no address but one of the shop's own, as those of
 * its assets and of a service worker are. Never code.
 */
const DEFAULT_RULES: PolicyRules = {
  createHTML: (text) => (text === EMPTY_SCRIPT || !text.includes("<") ? text : null),
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
