import { randomBytes } from "node:crypto";
import type { User } from "~/features/accounts/schema";
import type { SavedLists } from "~/features/cart/schema";
import type { Whereabouts } from "./whereabouts";

/** The same type as in ui/variants. */
export type Placeholder = `placeholder-${string}-`;

/*
 * A page template is a public page that is rendered once for all people of one kind, with placeholders for what differs
 * between them. Loaders get a session whose person consists of placeholders. edge/templates/ fills them in.
 */

/** Properties that change a page so much that it has a template of its own. */
export interface PageShape {
  /** Null for a visitor. */
  privilege: User["privilege"] | null;
  /** The person's picture without its id; null where there is none. */
  image: string | null;
  /** The part of cart and wishlist that is about the page's one product. */
  own: SavedLists;
  /** The postcode and the day that lists are narrowed to. Only people with the same ones share a template. */
  whereabouts: Whereabouts | null;
}

/** The personal data that a template may use. All other data belongs to one person, and reading it is refused. */
export interface PageTemplate {
  shape: PageShape;
  placeholder(name: string): Placeholder;
}

/** Stands for a picture's id. */
const ITS_ID = "{id}";

export function imageShape(image: User["image"]): string | null {
  return image?._id ? JSON.stringify(image).replaceAll(image._id, ITS_ID) : null;
}

/** `word` cannot be guessed. Each template has its own. */
export function pageTemplate(shape: PageShape, word: string): PageTemplate {
  return { shape, placeholder: (name) => `placeholder-${word}-${name}-` };
}

export function templateWord(): string {
  return randomBytes(16).toString("hex");
}

/** The person of a template. Reading a property without a placeholder throws: a page that does has no template. */
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
      // A promise looks for this property.
      if (name === "then") return undefined;
      if (!(name in placeholders)) throw new Error(`A page template has no ${String(name)} of its person.`);
      return placeholders[name];
    },
  });
}
