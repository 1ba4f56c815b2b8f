import type { HeadersFunction } from "@remix-run/node";
import type { MetaDescriptor, MetaFunction } from "@remix-run/react";
import { nameOf } from "~/routes/shared/titles";

/* What pages have in common that anyone, and any search engine, may see. */

/**
 * The answer is the same for every visitor without cookies, so the server may keep it until something public changes.
 */
export const publicHeaders: HeadersFunction = ({ loaderHeaders, errorHeaders }) => ({
  "Cache-Control": (errorHeaders ?? loaderHeaders).get("Cache-Control") ?? "public, max-age=0, must-revalidate",
});

interface PageDescription {
  /** The marketplace's name is put behind it; without one the name stands alone. */
  title?: string;
  /** One or two sentences for search results and shared links. */
  description: string;
  /** The page's one address, whatever else a link to it carries. Starts with a slash. */
  path: string;
  /** A picture's path. */
  image?: string;
  /** Shown to people, left out of search results: searches, deep pages of a list. */
  unlisted?: boolean;
}

type Matches = Parameters<MetaFunction>[0]["matches"];

/** Title, description, canonical address and what a shared link shows. */
export function publicMeta(
  matches: Matches,
  { title, description, path, image = "/img/stall.jpg", unlisted }: PageDescription,
): MetaDescriptor[] {
  const name = nameOf(matches);
  const address = publicUrlOf(matches) + path;
  const full = title ? `${title} – ${name}` : `${name} – fresh from the people who grew it`;
  return [
    { title: full },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: address },
    { property: "og:site_name", content: name },
    { property: "og:type", content: "website" },
    { property: "og:title", content: full },
    { property: "og:description", content: description },
    { property: "og:url", content: address },
    { property: "og:image", content: publicUrlOf(matches) + image },
    ...(unlisted ? [{ name: "robots", content: "noindex" }] : []),
  ];
}

/** Where people reach the site, without a slash at the end. */
export function publicUrlOf(matches: Matches): string {
  const root = matches.find((match) => match.id === "root")?.data as { publicUrl?: string } | undefined;
  return root?.publicUrl ?? "";
}
