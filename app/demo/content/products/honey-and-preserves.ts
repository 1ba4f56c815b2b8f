import type { DemoProduct } from "../product";

export const honeyAndPreserves: readonly DemoProduct[] = [
  {
    title: "Raw Wildflower Honey from the Upper Meadows, 500\u00a0g glass jar",
    category: "Honey & Preserves", merchant: "lindqvist", sku: "HNY-0901", barcode: "2909012397482",
    description:
      "One harvest a year, from clover, vetch and whatever else the meadow decides. Never heated, only strained, so it will " +
      "set in winter; stand the jar in warm water to loosen it. No two years taste alike.",
    icon: "honey-pot", moreIcons: ["honeybee"],
    amountCents: 1150, discountPercent: 14, quantity: 72, rating: 5, availType: "published",
    tags: ["honey", "raw", "wildflower"],
    variations: [
      { variation: "Size", value: "250\u00a0g" },
      { variation: "Size", value: "500\u00a0g" },
      { variation: "Size", value: "1\u00a0kg" },
    ],
    measurement: { height: 11, width: 8, length: 8, weight: 0.74 },
  },
  {
    title: "Buckwheat Honey, 350\u00a0g",
    category: "Honey & Preserves", merchant: "lindqvist", sku: "HNY-0902", barcode: "2909022476672",
    description:
      "Nearly black, with molasses, malt and a barnyard note that people either love or pass along. Superb with blue cheese " +
      "and in gingerbread. The hives stand beside the buckwheat that Stone Mill grinds.",
    icon: "honey-pot",
    amountCents: 1080, quantity: 50, rating: 4, availType: "published",
    tags: ["honey", "buckwheat", "dark"],
    variations: [{ variation: "Size", value: "350\u00a0g" }],
    measurement: { height: 10, width: 7, length: 7, weight: 0.55 },
  },
  {
    title: "Cut Comb Honey, 250\u00a0g",
    category: "Honey & Preserves", merchant: "lindqvist", sku: "HNY-0903", barcode: "2909032555862",
    description:
      "A square of comb, cut straight from the frame and boxed as the bees left it. Spread it on hot toast, where the wax " +
      "softens and disappears. The rest you may chew, as children here have always done.",
    icon: "honeybee", moreIcons: ["honey-pot"],
    amountCents: 1590, quantity: 15, rating: 5, availType: "published",
    tags: ["honey", "comb", "gift"],
    variations: [{ variation: "Size", value: "250\u00a0g" }],
    measurement: { height: 5, width: 11, length: 11, weight: 0.29 },
  },
  {
    title: "Strawberry Jam, 340\u00a0g",
    category: "Honey & Preserves", merchant: "lindqvist", sku: "HNY-0904", barcode: "2909042635059",
    description:
      "Twice as much fruit as sugar, cooked in small copper pans so that it sets before it browns. The berries stay whole. " +
      "Lemon is the only other thing in the jar.",
    icon: "jar", moreIcons: ["strawberry"],
    amountCents: 720, quantity: 108, rating: 5, availType: "published",
    tags: ["jam", "strawberry", "toast"],
    variations: [{ variation: "Size", value: "340\u00a0g" }],
    measurement: { height: 10, width: 7, length: 7, weight: 0.52 },
  },
  {
    title: "Sour Cherry Preserve, 340\u00a0g",
    category: "Honey & Preserves", merchant: "lindqvist", sku: "HNY-0905", barcode: "2909052714249",
    description:
      "Sour cherries, pitted by a machine older than any of us and simmered with a few cracked stones for a breath of " +
      "almond. Dark, tart and runny. Spoon it over yogurt, rice pudding or roast duck.",
    icon: "cherries", moreIcons: ["jar"],
    amountCents: 780, quantity: 63, rating: 4, availType: "published",
    tags: ["preserve", "cherry", "sour"],
    variations: [{ variation: "Size", value: "340\u00a0g" }],
    measurement: { height: 10, width: 7, length: 7, weight: 0.52 },
  },
  {
    title: "Thick-Cut Orange Marmalade, 340\u00a0g",
    category: "Honey & Preserves", merchant: "saffron-row", sku: "HNY-0906", barcode: "2909062793432",
    description:
      "Bitter oranges, cut by hand into shreds you have to chew, and boiled until the whole street knows. Bright, bracing " +
      "and only as sweet as it must be. A spoonful belongs in the next pan of roast carrots.",
    icon: "tangerine", moreIcons: ["jar"],
    amountCents: 810, discountPercent: 35, quantity: 56, rating: 4, availType: "published",
    tags: ["marmalade", "citrus", "breakfast"],
    variations: [{ variation: "Size", value: "340\u00a0g" }],
    measurement: { height: 10, width: 7, length: 7, weight: 0.52 },
  },
  {
    title: "Dark Maple Syrup, 500\u00a0ml",
    category: "Honey & Preserves", merchant: "lindqvist", sku: "HNY-0907", barcode: "2909072872622",
    description:
      "Tapped in March when nights freeze and days thaw, and boiled over wood the same evening. It takes forty liters of " +
      "sap to make one of syrup. The dark grade, from late in the run, is the one we keep for ourselves.",
    icon: "maple-leaf", moreIcons: ["pancakes"],
    amountCents: 1890, quantity: 78, rating: 5, availType: "published",
    tags: ["maple", "syrup", "breakfast"],
    variations: [
      { variation: "Grade", value: "amber" },
      { variation: "Grade", value: "dark" },
      { variation: "Grade", value: "very dark" },
    ],
    measurement: { height: 20, width: 8, length: 8, weight: 0.95 },
  },
  {
    title: "Mango Chutney with Nigella, 300\u00a0g",
    category: "Honey & Preserves", merchant: "saffron-row", sku: "HNY-0908", barcode: "2909082951812",
    description:
      "Green mangoes in long shreds, with ginger, nigella seed and enough chili to notice. My aunt's proportions, written " +
      "on the back of a bus ticket. Good with curry, better in a cheese sandwich.",
    icon: "mango", moreIcons: ["jar"],
    amountCents: 690, quantity: 86, rating: 4, availType: "published",
    tags: ["chutney", "mango", "spiced"],
    variations: [{ variation: "Heat", value: "mild" }, { variation: "Heat", value: "hot" }],
    measurement: { height: 9, width: 7, length: 7, weight: 0.47 },
  },
  {
    title: "Napa Cabbage Kimchi, 450\u00a0g",
    category: "Honey & Preserves", merchant: "saffron-row", sku: "HNY-0909", barcode: "2909093031008",
    description:
      "Whole leaves of cabbage rubbed with chili, garlic, ginger and radish, then left to ferment for ten days. Alive and a " +
      "little fizzy, so open it over the sink. Once 김치 is in the refrigerator, it ends up in everything.",
    icon: "leafy-green", moreIcons: ["jar"],
    amountCents: 940, quantity: 32, rating: 5, availType: "published",
    tags: ["kimchi", "김치", "cabbage", "fermented"],
    variations: [{ variation: "Heat", value: "mild" }, { variation: "Heat", value: "medium" }],
    measurement: { height: 11, width: 9, length: 9, weight: 0.72 },
  },
  {
    title: "Dill Pickles, 680\u00a0g",
    category: "Honey & Preserves", merchant: "lindqvist", sku: "HNY-0910", barcode: "2909103110198",
    description:
      "Small cucumbers, fermented in salt brine with dill crowns, garlic and an oak leaf to keep them firm. Cloudy is how " +
      "it should look. They crunch loud enough to stop a conversation.",
    icon: "cucumber", moreIcons: ["jar"],
    amountCents: 745, quantity: 98, rating: null, availType: "in-review",
    tags: ["pickles", "dill", "cucumber"],
    variations: [{ variation: "Size", value: "680\u00a0g" }],
    measurement: { height: 15, width: 9, length: 9, weight: 1.05 },
  },
];
