/** Grounds that a category's pictures stand on. The colours behind the names belong to the design tokens. */
export type Tint = "leafy" | "red" | "clay" | "gold" | "plum" | "sky";

export interface DemoCategory {
  title: string;
  /** A folder of `app/demo/pictures`, that of one of its products. */
  picture: string;
  tint: Tint;
}

/** In the order of the shop: the first four stand in the footer. */
export const categories = [
  { title: "Vegetables", picture: "green-bell-peppers", tint: "leafy" },
  { title: "Fruit", picture: "honeycrisp-apples", tint: "red" },
  { title: "Roots & Tubers", picture: "russet-potatoes", tint: "clay" },
  { title: "Grains & Maize", picture: "sweetcorn", tint: "gold" },
  { title: "Herbs & Spices", picture: "garlic", tint: "plum" },
  { title: "Dairy & Eggs", picture: "farmhouse-wheel", tint: "gold" },
  { title: "Fish & Seafood", picture: "bluefish", tint: "sky" },
  { title: "Bakery", picture: "country-sourdough", tint: "clay" },
  { title: "Honey & Preserves", picture: "wildflower-honey", tint: "gold" },
  { title: "Nuts & Pantry", picture: "peanuts", tint: "leafy" },
] as const satisfies readonly DemoCategory[];

export type CategoryTitle = (typeof categories)[number]["title"];
