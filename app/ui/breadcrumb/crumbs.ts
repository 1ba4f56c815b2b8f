export interface Crumb {
  label: string;
  href: string;
}

const objectId = /^[0-9a-f]{24}$/i;

/**
 * Home and a crumb for every segment of the path: an id of 24 hex characters reads "Details", underscores become spaces,
 * the first letter is a capital.
 */
export function crumbs(pathname: string): Crumb[] {
  const segments = pathname.split("/").filter(Boolean);
  return [
    { label: "Home", href: "/" },
    ...segments.map((segment, place) => ({
      label: capital(objectId.test(segment) ? "details" : decoded(segment).replaceAll("_", " ").trim() || segment),
      href: `/${segments.slice(0, place + 1).join("/")}`,
    })),
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
