/** Grounds that a category's pictures stand on. The colours behind the names belong to the design tokens. */
export type Tint = "leafy" | "red" | "clay" | "gold" | "plum" | "sky";

export interface DemoCategory {
  title: string;
  /** File name in `app/demo/pictures`, without `.svg`. */
  icon: string;
  tint: Tint;
}

/** In the order of the shop: the first four stand in the footer. */
export const categories = [
  { title: "Vegetables", icon: "bell-pepper", tint: "leafy" },
  { title: "Fruit", icon: "red-apple", tint: "red" },
  { title: "Roots & Tubers", icon: "potato", tint: "clay" },
  { title: "Grains & Maize", icon: "ear-of-corn", tint: "gold" },
  { title: "Herbs & Spices", icon: "garlic", tint: "plum" },
  { title: "Dairy & Eggs", icon: "cheese-wedge", tint: "gold" },
  { title: "Fish & Seafood", icon: "fish", tint: "sky" },
  { title: "Bakery", icon: "bread", tint: "clay" },
  { title: "Honey & Preserves", icon: "honey-pot", tint: "gold" },
  { title: "Nuts & Pantry", icon: "peanuts", tint: "leafy" },
] as const satisfies readonly DemoCategory[];

export type CategoryTitle = (typeof categories)[number]["title"];
