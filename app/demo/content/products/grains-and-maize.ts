import type { DemoProduct } from "../product";

export const grainsAndMaize: readonly DemoProduct[] = [
  {
    title: "Sweetcorn, 4 cobs",
    category: "Grains & Maize",
    merchant: "green-gate",
    sku: "GRN-0401",
    barcode: "2904012802486",
    description:
      "Bicolor cobs in tight green husks, picked in the cool of the morning and chilled within the hour. Bring the " +
      "water to a boil before you shuck them. Three minutes is plenty; butter and salt are not optional.",
    picture: "sweetcorn",
    amountCents: 390,
    discountPercent: 21,
    quantity: 84,
    rating: 4,
    availType: "published",
    tags: ["maize", "sweetcorn", "summer"],
    variations: [
      { variation: "Size", value: "4 cobs" },
      { variation: "Size", value: "12 cobs" },
    ],
    measurement: { height: 8, width: 22, length: 26, weight: 1.3 },
  },
  {
    title: "Jasmine Rice, 2\u00a0kg",
    category: "Grains & Maize",
    merchant: "saffron-row",
    sku: "GRN-0402",
    barcode: "2904022881679",
    description:
      "Long, slender grains from this year's harvest, with the scent of pandan the moment the lid comes off. Rinse " +
      "twice, use a little less water than you think, and rest it ten minutes. In Thai it is called ข้าวหอมมะลิ.",
    picture: "jasmine-rice",
    amountCents: 995,
    discountPercent: 12,
    quantity: 142,
    rating: 5,
    availType: "published",
    tags: ["rice", "ข้าวหอมมะลิ", "fragrant"],
    variations: [
      { variation: "Size", value: "2\u00a0kg" },
      { variation: "Size", value: "5\u00a0kg" },
    ],
    measurement: { height: 8, width: 20, length: 30, weight: 2.05 },
  },
  {
    title: "White Maize Meal, 2\u00a0kg",
    category: "Grains & Maize",
    merchant: "stone-mill",
    sku: "GRN-0405",
    barcode: "2904053119246",
    description:
      "Dent maize, dried on the stalk and ground between granite stones that never get warm. Fine makes a smooth " +
      "ugali or pap; medium gives cornbread some bite. Milled on Mondays and best used within three months.",
    picture: "white-maize-meal",
    amountCents: 680,
    quantity: 115,
    rating: 5,
    availType: "published",
    tags: ["maize", "meal", "gluten free"],
    variations: [
      { variation: "Grind", value: "fine" },
      { variation: "Grind", value: "medium" },
    ],
    measurement: { height: 10, width: 16, length: 26, weight: 2.05 },
  },
  {
    title: "Popping Maize, 1\u00a0kg",
    category: "Grains & Maize",
    merchant: "stone-mill",
    sku: "GRN-0403",
    barcode: "2904032960869",
    description:
      "Small, glassy yellow kernels dried to just the right point, so that nearly every one pops. Half a cup fills " +
      "a big pot. Melt some butter with smoked salt while you listen for the last few.",
    picture: "popping-maize",
    amountCents: 540,
    quantity: 130,
    rating: 5,
    availType: "published",
    tags: ["maize", "popcorn", "movie night"],
    variations: [{ variation: "Size", value: "1\u00a0kg" }],
    measurement: { height: 8, width: 14, length: 22, weight: 1.02 },
  },
  {
    title: "Masa Harina for Tamales, 1\u00a0kg",
    category: "Grains & Maize",
    merchant: "stone-mill",
    sku: "GRN-0404",
    barcode: "2904043040055",
    description:
      "Maize cooked with lime, hulled, dried and milled a little coarse, the way tamales like it. Beat it with " +
      "stock and fat until a pinch floats in water. The same bag makes tortillas if you add more water and patience.",
    picture: "masa-harina",
    amountCents: 765,
    quantity: 46,
    rating: 4,
    availType: "published",
    tags: ["maize", "masa", "nixtamal"],
    variations: [{ variation: "Size", value: "1\u00a0kg" }],
    measurement: { height: 8, width: 14, length: 22, weight: 1.02 },
  },
  {
    title: "Short-Grain Sushi Rice, 1\u00a0kg",
    category: "Grains & Maize",
    merchant: "saffron-row",
    sku: "GRN-0406",
    barcode: "2904063198439",
    description:
      "Plump, pearly grains that cling without turning to paste. Season them warm with vinegar, sugar and salt for " +
      "sushi, or press them around a pickled plum for lunch. One bag makes about twenty rice balls.",
    picture: "sushi-rice",
    amountCents: 690,
    quantity: 68,
    rating: 4,
    availType: "published",
    tags: ["rice", "sushi", "お米"],
    variations: [{ variation: "Size", value: "1\u00a0kg" }],
    measurement: { height: 7, width: 16, length: 24, weight: 1.02 },
  },
  {
    title: "Stone-Ground Whole Wheat Flour, 1.5\u00a0kg",
    category: "Grains & Maize",
    merchant: "stone-mill",
    sku: "GRN-0407",
    barcode: "2904073277629",
    description:
      "Hard red wheat from two fields we can see from the mill door, ground whole, with bran and germ left in. It " +
      "makes a dark, sweet loaf that stays moist. Keep the bag cool: there is real oil in this flour.",
    picture: "wheat-flour",
    amountCents: 620,
    quantity: 97,
    rating: 5,
    availType: "published",
    tags: ["flour", "wheat", "stone ground"],
    variations: [
      { variation: "Grind", value: "fine" },
      { variation: "Grind", value: "coarse" },
    ],
    measurement: { height: 10, width: 14, length: 22, weight: 1.53 },
  },
  {
    title: "Rolled Oats, 1\u00a0kg",
    category: "Grains & Maize",
    merchant: "stone-mill",
    sku: "GRN-0408",
    barcode: "2904083356819",
    description:
      "Thick flakes, steamed once and rolled, that cook in seven minutes and keep some chew. Soak them overnight " +
      "with an apple grated in, or toast them in butter first for a porridge that tastes of biscuits.",
    picture: "rolled-oats",
    amountCents: 485,
    quantity: 121,
    rating: 4,
    availType: "published",
    tags: ["oats", "breakfast", "porridge"],
    variations: [
      { variation: "Size", value: "1\u00a0kg" },
      { variation: "Size", value: "3\u00a0kg" },
    ],
    measurement: { height: 9, width: 16, length: 26, weight: 1.02 },
  },
  {
    title: "Buckwheat Pancake Mix, 500\u00a0g",
    category: "Grains & Maize",
    merchant: "stone-mill",
    sku: "GRN-0409",
    barcode: "2904093436006",
    description:
      "Our own buckwheat with a little wheat flour, buttermilk powder and baking soda. Add an egg, water and melted " +
      "butter, and leave it five minutes to wake up. Makes fourteen dark, tender pancakes.",
    picture: "pancake-mix",
    amountCents: 575,
    quantity: 55,
    rating: null,
    availType: "in-review",
    tags: ["buckwheat", "pancakes", "breakfast"],
    variations: [{ variation: "Size", value: "500\u00a0g" }],
    measurement: { height: 7, width: 12, length: 18, weight: 0.52 },
  },
];
