import type { Change } from "~/features/products/many-schema";
import { MOST_TOGETHER, STEPS, type Step } from "~/features/products/plain-schema";
import { asciiDigits } from "~/features/ascii-digits";

/** The fields of a change to the products, as typed. */
export interface Typed {
  way: string;
  percent: string;
  roundTo: string;
  how: string;
  pieces: string;
  category: string;
}

/** A mistake in the fields. */
export interface Mistake {
  field: keyof Typed;
  message: string;
}

/** The buttons of the page, with the label of what each does to the products. */
export const WHATS = {
  price: "Change prices",
  stock: "Change stock",
  category: "Change category",
  off: "Take off sale",
  on: "Hand in for review",
  delete: "Delete",
} as const;
export type What = keyof typeof WHATS;

export function whatIn(value: unknown): What | null {
  return typeof value === "string" && Object.hasOwn(WHATS, value) ? (value as What) : null;
}

/** The products that an address names, in the service's form. */
export function productsIn(search: URLSearchParams): string[] {
  return [...new Set(search.getAll("product").filter((one) => /^[0-9a-f]{24}$/.test(one)))].slice(0, MOST_TOGETHER);
}

/** The fields of the page, from its address or from the posted form. */
export function typedIn(source: Pick<URLSearchParams, "get"> | Pick<FormData, "get">): Typed {
  const text = (name: keyof Typed, fallback: string) => {
    const value = source.get(name);
    return typeof value === "string" ? value.trim().slice(0, 30) : fallback;
  };
  return {
    way: text("way", "up"),
    percent: asciiDigits(text("percent", "")),
    roundTo: text("roundTo", "0.01"),
    how: text("how", "set"),
    pieces: asciiDigits(text("pieces", "")),
    category: text("category", ""),
  };
}

/** The change that the fields ask for, or the mistake in them. */
export function changeIn(kind: What, fields: Typed): Change | Mistake {
  switch (kind) {
    case "price": {
      const percent = /^\d{1,3}([.,]\d)?$/.test(fields.percent) ? Number(fields.percent.replace(",", ".")) : 0;
      const limit = fields.way === "down" ? 90 : 900;
      if (percent < 0.1 || percent > limit)
        return { field: "percent", message: `Write a number from 0.1 to ${limit}, with one decimal at most.` };
      const roundTo = Object.hasOwn(STEPS, fields.roundTo) ? (fields.roundTo as Step) : "0.01";
      return { what: kind, percent: fields.way === "down" ? -percent : percent, roundTo };
    }
    case "stock": {
      if (!/^\d{1,6}$/.test(fields.pieces)) return { field: "pieces", message: "Write a whole number, up to 999999." };
      const pieces = Number(fields.pieces);
      if (fields.how === "set") return { what: kind, how: "set", pieces };
      if (pieces === 0) return { field: "pieces", message: "Write how many." };
      return { what: kind, how: "add", pieces: fields.how === "take" ? -pieces : pieces };
    }
    case "category":
      if (!/^[0-9a-f]{24}$/.test(fields.category)) return { field: "category", message: "Choose a category." };
      return { what: kind, category: fields.category };
    case "off":
    case "on":
      return { what: "sale", on: kind === "on" };
    case "delete":
      return { what: kind };
  }
}

/** The address of the page with these products and the fields that are not empty. */
export function changeAddress(products: string[], fields?: Typed): string {
  return `/merchant/products/change?${new URLSearchParams([
    ...products.map((product) => ["product", product]),
    ...Object.entries(fields ?? {}).filter(([, value]) => value !== ""),
  ])}`;
}
