import { randomBytes } from "node:crypto";
import type { User } from "~/features/accounts/schema";
import type { SavedLists } from "~/features/cart/schema";
import type { Whereabouts } from "./whereabouts";

/** As ui/variants knows it. */
export type Placeholder = `placeholder-${string}-`;

/*
 * A page template: a public page rendered once for all people of one kind, with placeholders for what differs between
 * them. Loaders get a session whose person is made of placeholders; edge/templates/ fills them in.
 */

/** Properties that change a page so much that it has a template of its own. */
export interface PageShape {
  /** Null for a visitor. */
  privilege: User["privilege"] | null;
  /** The person's picture without its id; null where there is none. */
  image: string | null;
  /** The part of cart and wishlist that is about the page's one product. */
  own: SavedLists;
  /** The postcode and the day that lists are narrowed to: such a page is nobody else's. */
  whereabouts: Whereabouts | null;
}

/** The personal data that a template may use. Anything else would be one person's, and is refused. */
export interface PageTemplate {
  shape: PageShape;
  placeholder(name: string): Placeholder;
}

/** In the place of a picture's id. */
const ITS_ID = "{id}";

export function imageShape(image: User["image"]): string | null {
  return image?._id ? JSON.stringify(image).replaceAll(image._id, ITS_ID) : null;
}

/** `word`: unguessable, one for each template. */
export function pageTemplate(shape: PageShape, word: string): PageTemplate {
  return { shape, placeholder: (name) => `placeholder-${word}-${name}-` };
}

export function templateWord(): string {
  return randomBytes(16).toString("hex");
}

/** The person of a template. What it has no placeholder for cannot be read: such a page has no template. */
export function templateUser({ shape, placeholder }: PageTemplate): User | null {
  if (shape.privilege === null) return null;
  const placeholders: Partial<Record<string | symbol, unknown>> = {
    _id: placeholder("id"),
    firstName: placeholder("firstName"),
    lastName: placeholder("lastName"),
    privilege: shape.privilege,
    unreadConversations: placeholder("unread"),
    image: shape.image === null ? undefined : JSON.parse(shape.image.replaceAll(ITS_ID, placeholder("image"))),
  };
  return new Proxy({} as User, {
    get(_, name) {
      // A promise looks for it.
      if (name === "then") return undefined;
      if (!(name in placeholders)) throw new Error(`A page template has no ${String(name)} of its person.`);
      return placeholders[name];
    },
  });
}
