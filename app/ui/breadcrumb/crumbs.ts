export interface Crumb {
  label: string;
  /** Absent if this part of the path is no page by itself. */
  href?: string;
}

/** An id, or one with its signature, or a sealed text, as in mailed links. */
const objectId = /^([0-9a-f]{24}(\.[\w-]{20,})?|[0-9a-f]{8}(\.[\w-]{16,}){3})$/i;
/** Paths that are a page only with something behind them. */
const noPages = new Set([
  "/decisions",
  "/merchant/closed_times",
  "/operator/closed_times",
  "/merchant/days",
  "/moved",
  "/notices",
  "/operator/letters",
  "/operator/recalls",
  "/pay",
  "/review",
  "/stalls",
  "/watch",
]);
const noPage = /\/order_history\/[0-9a-f]{24}\/(review|change)$|\/(reviews|questions)\/[0-9a-f]{24}$/;

/**
 * Home and a crumb for every segment of the path: an id of 24 hex characters reads "Details", underscores become
 * spaces, the first letter is a capital.
 */
export function crumbs(pathname: string): Crumb[] {
  const segments = pathname.split("/").filter(Boolean);
  return [
    { label: "Home", href: "/" },
    ...segments.map((segment, place) => {
      const href = `/${segments.slice(0, place + 1).join("/")}`;
      return {
        label: capital(objectId.test(segment) ? "details" : decoded(segment).replaceAll("_", " ").trim() || segment),
        ...(!noPages.has(href) && !noPage.test(href) && { href }),
      };
    }),
  ];
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // An address typed with a stray % is shown as it is.
  }
}
