import type { FoodKind, Particular } from "~/features/food-information/demands";

/** Backgrounds of a category's pictures. The design tokens define their colours. */
export type Tint = "leafy" | "red" | "clay" | "gold" | "plum" | "sky";

export interface DemoCategory {
  title: string;
  /** A folder of `app/demo/pictures`: the picture of one of the category's products. */
  picture: string;
  tint: Tint;
  kind?: FoodKind;
  /** Fresh fruit and vegetables need no list of ingredients and no nutrition: EU 1169/2011, article 19 and annex V. */
  demands?: readonly Particular[];
}

/** In the order of the shop. The footer shows the first four. */
export const categories = [
  { title: "Vegetables", picture: "green-bell-peppers", tint: "leafy" },
  { title: "Fruit", picture: "honeycrisp-apples", tint: "red" },
  { title: "Roots & Tubers", picture: "russet-potatoes", tint: "clay", demands: ["origin", "content"] },
  { title: "Grains & Maize", picture: "sweetcorn", tint: "gold", demands: ["ingredients", "allergens", "content"] },
  { title: "Herbs & Spices", picture: "garlic", tint: "plum", demands: ["content"] },
  {
    title: "Dairy & Eggs",
    picture: "farmhouse-wheel",
    tint: "gold",
    demands: ["ingredients", "allergens", "nutrition", "content"],
  },
  {
    title: "Fish & Seafood",
    picture: "bluefish",
    tint: "sky",
    kind: "fish",
    demands: ["allergens", "origin", "content"],
  },
  {
    title: "Bakery",
    picture: "country-sourdough",
    tint: "clay",
    demands: ["ingredients", "allergens", "nutrition", "content"],
  },
  {
    title: "Honey & Preserves",
    picture: "wildflower-honey",
    tint: "gold",
    kind: "honey",
    demands: ["ingredients", "allergens", "content"],
  },
  {
    title: "Nuts & Pantry",
    picture: "peanuts",
    tint: "leafy",
    demands: ["ingredients", "allergens", "nutrition", "content"],
  },
] as const satisfies readonly DemoCategory[];

export type CategoryTitle = (typeof categories)[number]["title"];
