import type { DemoProduct } from "../product";

export const rootsAndTubers: readonly DemoProduct[] = [
  {
    title: "Russet Potatoes, 2.5\u00a0kg",
    category: "Roots & Tubers",
    merchant: "green-gate",
    sku: "ROO-0301",
    barcode: "2903014883486",
    description:
      "Big, dry, brown-skinned potatoes that bake fluffy and fry crisp. They come unwashed, because a little soil " +
      "keeps them better than any bag. Store them in the dark and away from the onions.",
    picture: "russet-potatoes",
    amountCents: 560,
    quantity: 180,
    rating: 4,
    availType: "published",
    tags: ["potato", "baking", "fries"],
    variations: [
      { variation: "Size", value: "2.5\u00a0kg" },
      { variation: "Size", value: "10\u00a0kg" },
    ],
    measurement: { height: 14, width: 26, length: 34, weight: 2.6 },
  },
  {
    title: "Fingerling Potatoes, 1\u00a0kg",
    category: "Roots & Tubers",
    merchant: "green-gate",
    sku: "ROO-0302",
    barcode: "2903024962676",
    description:
      "Knobbly little potatoes, waxy and nutty, that never fall apart in the pot. Boil them in very salty water, " +
      "halve them while warm, and let them drink up a mustard dressing.",
    picture: "fingerling-potatoes",
    amountCents: 640,
    quantity: 77,
    rating: 5,
    availType: "published",
    tags: ["potato", "waxy", "salad"],
    variations: [{ variation: "Size", value: "1\u00a0kg" }],
    measurement: { height: 10, width: 18, length: 24, weight: 1.02 },
  },
  {
    title: "First-Dig New Potatoes, 750\u00a0g",
    category: "Roots & Tubers",
    merchant: "green-gate",
    sku: "ROO-0303",
    barcode: "2903035041865",
    description:
      "Dug by fork the day before they ship, when the skin still rubs away under a thumb. They need butter, mint and " +
      "nothing else. The harvest is small, so one bag a household until the main crop is up.",
    picture: "new-potatoes",
    amountCents: 590,
    quantity: 14,
    rating: 5,
    availType: "published",
    tags: ["potato", "spring", "thin skin"],
    variations: [{ variation: "Size", value: "750\u00a0g" }],
    measurement: { height: 9, width: 16, length: 22, weight: 0.78 },
  },
  {
    title: "Orange Sweet Potatoes, 1.5\u00a0kg",
    category: "Roots & Tubers",
    merchant: "green-gate",
    sku: "ROO-0304",
    barcode: "2903045121052",
    description:
      "Cured for two weeks in a warm room, which turns starch to sugar and thickens the skin. Roast them whole at " +
      "low heat until syrup runs from the ends. They keep for a month on a shelf.",
    picture: "sweet-potatoes",
    amountCents: 615,
    discountPercent: 18,
    quantity: 92,
    rating: 4,
    availType: "published",
    tags: ["sweet potato", "roasting"],
    variations: [{ variation: "Size", value: "1.5\u00a0kg" }],
    measurement: { height: 12, width: 20, length: 28, weight: 1.55 },
  },
  {
    title: "Bunched Carrots with Tops, 750\u00a0g",
    category: "Roots & Tubers",
    merchant: "green-gate",
    sku: "ROO-0305",
    barcode: "2903055200242",
    description:
      "Sweet, snappy carrots with feathery tops that tell you how fresh they are. Twist the greens off when you " +
      "unpack, so that the roots stay crisp, and blend the tops with garlic and oil for pesto.",
    picture: "bunched-carrots",
    amountCents: 420,
    quantity: 101,
    rating: 5,
    availType: "published",
    tags: ["carrot", "tops on", "juicing"],
    variations: [{ variation: "Size", value: "750\u00a0g" }],
    measurement: { height: 8, width: 16, length: 34, weight: 0.85 },
  },
  {
    title: "Yellow Storage Onions, 2\u00a0kg",
    category: "Roots & Tubers",
    merchant: "green-gate",
    sku: "ROO-0306",
    barcode: "2903065279436",
    description:
      "The onion that starts everything else. Dried in the loft until the necks are tight and the skins rustle, " +
      "these keep well into March. Sharp when raw, deep and sweet after half an hour in butter.",
    picture: "yellow-onions",
    amountCents: 390,
    quantity: 150,
    rating: 4,
    availType: "published",
    tags: ["onion", "keeper", "everyday"],
    variations: [
      { variation: "Size", value: "2\u00a0kg" },
      { variation: "Size", value: "5\u00a0kg" },
    ],
    measurement: { height: 14, width: 24, length: 32, weight: 2.05 },
  },
  {
    title: "Jerusalem Artichokes, 500\u00a0g",
    category: "Roots & Tubers",
    merchant: "green-gate",
    sku: "ROO-0307",
    barcode: "2903075358626",
    description:
      "Knotted tubers that look like ginger and taste of chestnut and artichoke heart. Scrub rather than peel them. " +
      "Roast them until the middles turn to cream, or simmer them into a pale, velvety soup.",
    picture: "jerusalem-artichokes",
    amountCents: 535,
    quantity: 33,
    rating: null,
    availType: "published",
    tags: ["sunchoke", "roasting", "soup"],
    variations: [{ variation: "Size", value: "500\u00a0g" }],
    measurement: { height: 8, width: 16, length: 22, weight: 0.53 },
  },
  {
    title: "Root Cellar Box: Carrots, Onions and Three Kinds of Potato for a Hungry Household, about 8\u00a0kg",
    category: "Roots & Tubers",
    merchant: "green-gate",
    sku: "ROO-0308",
    barcode: "2903085437816",
    description:
      "Everything that keeps, packed in one returnable crate: two bunches of carrots, a net of onions, and russet, " +
      "fingerling and red potatoes. A card inside says where each came from and what to cook first. It feeds four " +
      "people for about two weeks.",
    picture: "root-cellar-box",
    amountCents: 2850,
    discountPercent: 22,
    quantity: 26,
    rating: 5,
    availType: "published",
    tags: ["box", "potato", "carrot", "onion"],
    variations: [{ variation: "Size", value: "about 8\u00a0kg" }],
    measurement: { height: 24, width: 32, length: 42, weight: 8.4 },
  },
];
