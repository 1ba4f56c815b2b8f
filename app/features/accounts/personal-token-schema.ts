import { text } from "~/features/fields";
import { z } from "~/features/zod";
import type { Privilege } from "./schema";

/* Tokens that people make for their programs: what they may open, and the calls that make and list them. */

/** The beginning of every personal token. Scanners of source code find it, and it differs from a session's token. */
export const PERSONAL = "fieldstall_pat_";

/** Areas of calls, in the words of the form. An area where nothing can be changed has only `read`. */
export const AREAS = {
  profile: {
    title: "Profile",
    says: "Name, telephone and addresses; a stall's page; messages with the team.",
    write: true,
  },
  shopping: { title: "Cart and checkout", says: "Cart, wishlist, and paying.", write: true },
  products: { title: "Products", says: "Your products, their pictures and sheets.", write: true },
  orders: { title: "Orders", says: "Orders with the addresses in them, and what becomes of them.", write: true },
  sales: { title: "Sales and payments", says: "Your figures, payments and payouts.", write: false },
  webhooks: { title: "Webhooks", says: "Where your stall's own server is told of what happens.", write: true },
  office: {
    title: "Office",
    says: "All that operators do, but for people's sessions and second factors.",
    write: true,
  },
} as const;
export type Area = keyof typeof AREAS;

/** The areas in which each role has calls. */
export const AREAS_OF: Record<Privilege, readonly Area[]> = {
  buyer: ["profile", "shopping", "orders"],
  merchant: ["profile", "products", "orders", "sales", "webhooks"],
  operator: ["profile", "office"],
};

const SCOPES = [
  "profile:read",
  "profile:write",
  "shopping:read",
  "shopping:write",
  "products:read",
  "products:write",
  "orders:read",
  "orders:write",
  "sales:read",
  "webhooks:read",
  "webhooks:write",
  "office:read",
  "office:write",
] as const;
export const scope = z
  .enum(SCOPES, { error: "A scope is an area, a colon, and read or write: orders:read, perhaps." })
  .describe("An area and what a token may do in it: `write` lets it read as well.")
  .meta({ id: "Scope" });
export type Scope = z.infer<typeof scope>;

/** How long a token may live, in days. */
export const LIFETIMES = [30, 90, 365] as const;

const name = text("A name", 60);

export const newPersonalToken = z.object({
  name: name.describe("What you call it: the program that uses it, perhaps."),
  scopes: z
    .array(scope, { error: "Say what the token may open." })
    .min(1, "Choose at least one area that the token may open.")
    .max(SCOPES.length, "That is more than there is."),
  days: z
    .union(
      LIFETIMES.map((days) => z.literal(days)),
      { error: "A token lives 30, 90 or 365 days." },
    )
    .describe("After how many days it ends."),
});
export type NewPersonalToken = z.infer<typeof newPersonalToken>;

export const personalToken = z
  .object({
    _id: z.string(),
    name: z.string(),
    scopes: z.array(scope),
    createdAt: z.string(),
    lastUsedAt: z.string().nullable().describe("To within five minutes; null before the first use."),
    expiresAt: z.string(),
  })
  .meta({ id: "PersonalToken" });
export type PersonalToken = z.infer<typeof personalToken>;

const access = z.enum(["none", "read", "write"], { error: "Choose one of these." }).default("none");

/** The form: one choice for each area. */
export const personalTokenForm = z
  .object({
    name,
    days: z.enum(["30", "90", "365"], { error: "Choose one of these." }),
    profile: access,
    shopping: access,
    products: access,
    orders: access,
    sales: access,
    webhooks: access,
    office: access,
  })
  .transform(({ name: called, days, ...areas }): NewPersonalToken => {
    const scopes = Object.entries(areas).flatMap(([area, access]) =>
      access === "none" ? [] : [`${area}:${access}` as Scope],
    );
    return { name: called, days: Number(days) as NewPersonalToken["days"], scopes };
  })
  .refine(({ scopes }) => scopes.length > 0, "Choose at least one area that the token may open.");
