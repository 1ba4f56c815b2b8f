import type { DemoProduct } from "../product";

export const fishAndSeafood: readonly DemoProduct[] = [
  {
    title: "Whole Bluefish, cleaned, about 1\u00a0kg",
    category: "Fish & Seafood",
    merchant: "harbor-line",
    sku: "FSH-0701",
    barcode: "2907016559486",
    description:
      "Line-caught close to shore, bled on the boat and on ice before the next cast. The flesh is dark, rich and " +
      "full of flavor. Grill it over a hot fire with lemon and mustard and eat it the same day.",
    picture: "bluefish",
    amountCents: 1490,
    quantity: 47,
    rating: 4,
    availType: "published",
    tags: ["fish", "whole", "grilling"],
    variations: [{ variation: "Size", value: "about 1\u00a0kg" }],
    measurement: { height: 8, width: 16, length: 45, weight: 1.05 },
  },
  {
    title: "Rainbow Trout, 2 fish",
    category: "Fish & Seafood",
    merchant: "harbor-line",
    sku: "FSH-0702",
    barcode: "2907026638676",
    description:
      "Raised in cold spring water that runs through the ponds and out again. Pink, delicate and quick to cook: five " +
      "minutes a side in brown butter with almonds. Gutted and scaled, heads on.",
    picture: "rainbow-trout",
    amountCents: 1380,
    quantity: 53,
    rating: 5,
    availType: "published",
    tags: ["fish", "trout", "whole"],
    variations: [
      { variation: "Preparation", value: "whole" },
      { variation: "Preparation", value: "butterflied" },
    ],
    measurement: { height: 6, width: 16, length: 32, weight: 0.7 },
  },
  {
    title: "Whole Sea Bream, about 800\u00a0g",
    category: "Fish & Seafood",
    merchant: "harbor-line",
    sku: "FSH-0703",
    barcode: "2907036717866",
    description:
      "Sweet white flesh under a skin that crisps like paper. Stuff the belly with fennel and bake it in salt, or " +
      "ask for fillets if you prefer no bones at the table. Landed on Tuesdays and Fridays.",
    picture: "sea-bream",
    amountCents: 1650,
    quantity: 19,
    rating: 4,
    availType: "published",
    tags: ["fish", "sea bream", "whole"],
    variations: [
      { variation: "Preparation", value: "whole" },
      { variation: "Preparation", value: "filleted" },
    ],
    measurement: { height: 7, width: 18, length: 36, weight: 0.82 },
  },
  {
    title: "Live Atlantic Lobster, about 700\u00a0g",
    category: "Fish & Seafood",
    merchant: "harbor-line",
    sku: "FSH-0704",
    barcode: "2907046797056",
    description:
      "Hard-shelled and lively, trapped in cold water and packed in seaweed the hour it ships. Hard shells mean " +
      "full claws. Keep it cool and damp, never in fresh water, and cook it the day it arrives.",
    picture: "lobster",
    amountCents: 3290,
    quantity: 8,
    rating: 5,
    availType: "published",
    tags: ["lobster", "shellfish", "live"],
    variations: [
      { variation: "Size", value: "about 700\u00a0g" },
      { variation: "Size", value: "about 1\u00a0kg" },
    ],
    measurement: { height: 12, width: 18, length: 40, weight: 0.75 },
  },
  {
    title: "Picked Jonah Crab Meat, 225\u00a0g",
    category: "Fish & Seafood",
    merchant: "harbor-line",
    sku: "FSH-0705",
    barcode: "2907056876246",
    description:
      "Claw and body meat, picked by hand in the shed behind the dock and checked twice for shell. Sweet enough to " +
      "need only lemon and mayonnaise. Open it within four days, finish it the day you open it.",
    picture: "crab-meat",
    amountCents: 2150,
    quantity: 34,
    rating: 5,
    availType: "published",
    tags: ["crab", "shellfish", "picked"],
    variations: [
      { variation: "Size", value: "225\u00a0g" },
      { variation: "Size", value: "450\u00a0g" },
    ],
    measurement: { height: 5, width: 11, length: 11, weight: 0.25 },
  },
  {
    title: "Wild Shrimp, shell on, 500\u00a0g",
    category: "Fish & Seafood",
    merchant: "harbor-line",
    sku: "FSH-0706",
    barcode: "2907066955436",
    description:
      "Wild-caught pink shrimp, frozen at sea within hours with nothing added. The shells make a stock worth the " +
      "trouble. Thaw overnight in the refrigerator, pat dry, and give them ninety seconds a side.",
    picture: "shrimp",
    amountCents: 1790,
    discountPercent: 15,
    quantity: 82,
    rating: 4,
    availType: "published",
    tags: ["shrimp", "wild", "shellfish"],
    variations: [
      { variation: "Size", value: "500\u00a0g" },
      { variation: "Size", value: "1\u00a0kg" },
    ],
    measurement: { height: 6, width: 16, length: 22, weight: 0.55 },
  },
  {
    title: "Crumbed Shrimp for Frying, 400\u00a0g",
    category: "Fish & Seafood",
    merchant: "harbor-line",
    sku: "FSH-0707",
    barcode: "2907077034625",
    description:
      "Large tails, butterflied and rolled in coarse bread crumbs from the bakery up the road. Fry them from frozen " +
      "for three minutes, or bake them for twelve. Lemon, tartar sauce, newspaper.",
    picture: "crumbed-shrimp",
    amountCents: 1290,
    quantity: 65,
    rating: 3,
    availType: "published",
    tags: ["shrimp", "frozen", "quick"],
    variations: [{ variation: "Size", value: "400\u00a0g" }],
    measurement: { height: 6, width: 18, length: 24, weight: 0.43 },
  },
  {
    title: "Cleaned Squid, 600\u00a0g",
    category: "Fish & Seafood",
    merchant: "harbor-line",
    sku: "FSH-0708",
    barcode: "2907087113815",
    description:
      "Tubes and tentacles, cleaned and ready for the pan. Cook squid for one minute or for one hour, never in " +
      "between. Score the tubes, toss them in a smoking wok, and dress with chili and lime.",
    picture: "squid",
    amountCents: 1125,
    quantity: 40,
    rating: 4,
    availType: "published",
    tags: ["squid", "calamari", "cleaned"],
    variations: [
      { variation: "Cut", value: "whole tubes" },
      { variation: "Cut", value: "rings" },
    ],
    measurement: { height: 6, width: 16, length: 22, weight: 0.63 },
  },
  {
    title: "Octopus, tenderized, about 1.2\u00a0kg",
    category: "Fish & Seafood",
    merchant: "harbor-line",
    sku: "FSH-0709",
    barcode: "2907097193005",
    description:
      "Frozen once on purpose, because that is what makes octopus tender. Simmer it gently for an hour with a bay " +
      "leaf, then char the arms over high heat. Sliced thin and dressed with vinegar it becomes たこ (tako) for two.",
    picture: "octopus",
    amountCents: 3450,
    quantity: 25,
    rating: 4,
    availType: "published",
    tags: ["octopus", "たこ", "grilling"],
    variations: [{ variation: "Size", value: "about 1.2\u00a0kg" }],
    measurement: { height: 10, width: 18, length: 26, weight: 1.25 },
  },
  {
    title: "Rock Point Oysters, 12 pieces",
    category: "Fish & Seafood",
    merchant: "harbor-line",
    sku: "FSH-0710",
    barcode: "2907107272195",
    description:
      "Deep-cupped oysters from a cold, fast channel, briny first and then sweet, like cucumber. They travel cup " +
      "side down on ice, with the harvest tag attached. Shuck them over a bowl: the liquor is half the pleasure.",
    picture: "oysters",
    amountCents: 2280,
    discountPercent: 20,
    quantity: 30,
    rating: 5,
    availType: "published",
    tags: ["oysters", "shellfish", "raw"],
    variations: [
      { variation: "Size", value: "12 pieces" },
      { variation: "Size", value: "24 pieces" },
    ],
    measurement: { height: 10, width: 20, length: 28, weight: 1.6 },
  },
];
