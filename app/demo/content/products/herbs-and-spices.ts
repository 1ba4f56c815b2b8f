import type { DemoProduct } from "../product";

export const herbsAndSpices: readonly DemoProduct[] = [
  {
    title: "Hardneck Garlic, 3 bulbs",
    category: "Herbs & Spices", merchant: "green-gate", sku: "HRB-0501", barcode: "2905010721489",
    description:
      "Fat cloves around a woody stem, easy to peel and strong enough to mean it. Planted in October, pulled in July, cured " +
      "in the barn for a month. Save your best bulb and plant it: that is how we started.",
    icon: "garlic",
    amountCents: 480, quantity: 134, rating: 5, availType: "published",
    tags: ["garlic", "hardneck", "keeper"],
    variations: [{ variation: "Size", value: "3 bulbs" }, { variation: "Size", value: "10 bulbs" }],
    measurement: { height: 6, width: 12, length: 18, weight: 0.2 },
  },
  {
    title: "Fresh Ginger Root, 250\u00a0g",
    category: "Herbs & Spices", merchant: "saffron-row", sku: "HRB-0502", barcode: "2905020800679",
    description:
      "Plump, shiny hands of ginger with thin skin and little fiber, so that it grates to a juicy pulp. A spoon peels it " +
      "better than a knife. Freeze what you do not use and grate it straight from the ice.",
    icon: "ginger-root",
    amountCents: 385, quantity: 79, rating: 4, availType: "published",
    tags: ["ginger", "姜", "fresh"],
    variations: [{ variation: "Size", value: "250\u00a0g" }],
    measurement: { height: 6, width: 12, length: 18, weight: 0.26 },
  },
  {
    title: "Genovese Basil, large bunch",
    category: "Herbs & Spices", merchant: "green-gate", sku: "HRB-0503", barcode: "2905030879863",
    description:
      "Glossy, cupped leaves on soft stems, cut before the plants think of flowering. Treat the bunch like flowers: trim " +
      "the ends and stand it in water, never in the cold. One bunch makes a small jar of pesto.",
    icon: "herb",
    amountCents: 320, quantity: 24, rating: 5, availType: "published",
    tags: ["basil", "fresh", "pesto"],
    variations: [{ variation: "Size", value: "80\u00a0g" }],
    measurement: { height: 6, width: 14, length: 28, weight: 0.09 },
  },
  {
    title: "Dried Oregano, 40\u00a0g",
    category: "Herbs & Spices", merchant: "saffron-row", sku: "HRB-0504", barcode: "2905040959050",
    description:
      "Wild mountain oregano, rubbed from the stem with the flower heads still in. It smells of pine and lemon when you " +
      "crush it. In Greece it is called ρίγανη and goes on everything that has been near a grill.",
    icon: "herb",
    amountCents: 450, quantity: 103, rating: 4, availType: "published",
    tags: ["oregano", "ρίγανη", "dried"],
    variations: [{ variation: "Size", value: "40\u00a0g" }, { variation: "Size", value: "100\u00a0g" }],
    measurement: { height: 12, width: 7, length: 7, weight: 0.06 },
  },
  {
    title: "Potted Rosemary",
    category: "Herbs & Spices", merchant: "green-gate", sku: "HRB-0505", barcode: "2905051038249",
    description:
      "A sturdy young plant in a clay pot, hardened off outdoors so that it does not sulk on arrival. Give it a bright " +
      "window and let the soil dry between drinks. Snip from the top, and it will bush out.",
    icon: "potted-plant",
    amountCents: 895, quantity: 31, rating: 4, availType: "published",
    tags: ["rosemary", "living herb", "windowsill"],
    variations: [{ variation: "Pot", value: "12\u00a0cm" }],
    measurement: { height: 28, width: 14, length: 14, weight: 0.9 },
  },
  {
    title: "Smoked Chili Flakes, 60\u00a0g",
    category: "Herbs & Spices", merchant: "saffron-row", sku: "HRB-0506", barcode: "2905061117439",
    description:
      "Red chilies smoked over oak for three days, then cut coarse with the seeds. The heat comes late and leaves politely. " +
      "A pinch in olive oil makes eggs, beans or pizza taste of a campfire.",
    icon: "hot-pepper",
    amountCents: 590, quantity: 118, rating: 5, availType: "published",
    tags: ["chili", "smoked", "hot"],
    variations: [{ variation: "Heat", value: "medium" }, { variation: "Heat", value: "hot" }],
    measurement: { height: 11, width: 6, length: 6, weight: 0.09 },
  },
  {
    title: "Dried Hibiscus Flowers, 150\u00a0g",
    category: "Herbs & Spices", merchant: "saffron-row", sku: "HRB-0507", barcode: "2905071196622",
    description:
      "Whole dried calyces, dark as wine and just as tart. Steep a handful in hot water for karkadeh (كركديه), or leave it " +
      "overnight in cold water with ginger and sugar. The color is entirely its own.",
    icon: "hibiscus",
    amountCents: 660, discountPercent: 30, quantity: 67, rating: 5, availType: "published",
    tags: ["hibiscus", "كركديه", "tea"],
    variations: [{ variation: "Size", value: "150\u00a0g" }],
    measurement: { height: 6, width: 14, length: 20, weight: 0.16 },
  },
  {
    title: "Chamomile Flowers, 50\u00a0g",
    category: "Herbs & Spices", merchant: "green-gate", sku: "HRB-0508", barcode: "2905081275812",
    description:
      "Whole flower heads, combed by hand on dry mornings and dried on screens in the attic. They smell of apple and hay. A " +
      "spoonful per cup, covered, for five minutes, is how the day ends here.",
    icon: "blossom", moreIcons: ["teacup-without-handle"],
    amountCents: 540, quantity: 39, rating: 4, availType: "published",
    tags: ["chamomile", "tea", "evening"],
    variations: [{ variation: "Size", value: "50\u00a0g" }],
    measurement: { height: 8, width: 12, length: 18, weight: 0.06 },
  },
  {
    title: "Masala Chai, Loose Tea, 125\u00a0g",
    category: "Herbs & Spices", merchant: "saffron-row", sku: "HRB-0509", barcode: "2905091355009",
    description:
      "Strong black tea with green cardamom, ginger, cinnamon, clove and a little black pepper, crushed the week it is " +
      "packed. Simmer it in half milk, half water, and do not be shy with the sugar.",
    icon: "teapot",
    amountCents: 840, quantity: 61, rating: 5, availType: "published",
    tags: ["chai", "spices", "tea"],
    variations: [{ variation: "Size", value: "125\u00a0g" }, { variation: "Size", value: "250\u00a0g" }],
    measurement: { height: 10, width: 8, length: 8, weight: 0.15 },
  },
  {
    title: "Wood Sorrel, 40\u00a0g",
    category: "Herbs & Spices", merchant: "green-gate", sku: "HRB-0510", barcode: "2905101434199",
    description:
      "Heart-shaped leaves in threes with a clean, lemony snap. We pick them along the shady edge of the wood after rain. " +
      "Scatter a few over fish or a ripe strawberry; a little says enough.",
    icon: "shamrock",
    amountCents: 425, quantity: 30, rating: null, availType: "draft",
    tags: ["foraged", "sorrel", "garnish"],
    variations: [{ variation: "Size", value: "40\u00a0g" }],
    measurement: { height: 5, width: 10, length: 14, weight: 0.05 },
  },
];
