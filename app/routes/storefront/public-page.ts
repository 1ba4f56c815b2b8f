import type { HeadersFunction } from "@remix-run/node";
import type { MetaDescriptor, MetaFunction } from "@remix-run/react";
import type { StoredImage } from "~/ui/picture/stored-image";
import { nameOf } from "~/routes/shared/titles";

/* Meta data of pages that everyone may see, also search engines. */

/**
 * The answer is the same for every visitor without cookies, so the server may cache it until something public changes.
 */
export const publicHeaders: HeadersFunction = ({ loaderHeaders, errorHeaders }) => ({
  "Cache-Control": (errorHeaders ?? loaderHeaders).get("Cache-Control") ?? "public, max-age=0, must-revalidate",
});

/** The size of /img/stall.jpg. */
const STALL = { width: 1200, height: 540 };

interface PageDescription {
  /** The title, which the marketplace's name follows. Without one, the name stands alone. */
  title?: string;
  /** One or two sentences for search results and shared links. */
  description: string;
  /** The canonical address of the page, without anything else that a link may carry. Starts with a slash. */
  path: string;
  /** A picture of this site, for shared links. */
  image?: StoredImage | undefined;
  /** Whether search results leave the page out: searches, deep pages of a list. */
  unlisted?: boolean;
}

type Matches = Parameters<MetaFunction>[0]["matches"];

/** Title, description, canonical address and what a shared link shows. */
export function publicMeta(
  matches: Matches,
  { title, description, path, image, unlisted }: PageDescription,
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
    ...sharedPicture(publicUrlOf(matches), image),
    ...(unlisted ? [{ name: "robots", content: "noindex" }] : []),
  ];
}

/** The picture of a shared link: a JPEG with its size, as link previews need it. */
function sharedPicture(publicUrl: string, image: StoredImage | undefined): MetaDescriptor[] {
  const id = image && /^\/media\/([0-9a-f]{24})\//.exec(image.url)?.[1];
  const { width, height } = id ? image : STALL;
  return [
    { property: "og:image", content: publicUrl + (id ? `/media/${id}/shared.jpg` : "/img/stall.jpg") },
    { property: "og:image:type", content: "image/jpeg" },
    ...(width && height
      ? [
          { property: "og:image:width", content: String(width) },
          { property: "og:image:height", content: String(height) },
        ]
      : []),
  ];
}

/** The public address of the site, without a slash at the end. */
export function publicUrlOf(matches: Matches): string {
  const root = matches.find((match) => match.id === "root")?.data as { publicUrl?: string } | undefined;
  return root?.publicUrl ?? "";
}
