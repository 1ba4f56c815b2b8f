import type { DemoProduct } from "../product";

export const nutsAndPantry: readonly DemoProduct[] = [
  {
    title: "Extra Virgin Olive Oil, Early Harvest, 750\u00a0ml",
    category: "Nuts & Pantry",
    merchant: "saffron-row",
    sku: "PAN-1001",
    barcode: "2910010316481",
    description:
      "Pressed within six hours of picking, from small green olives that give little oil and much flavor. Grassy, " +
      "then bitter, with a catch in the throat. On the label you will find the word ελαιόλαδο and the day of the " +
      "harvest.",
    picture: "olive-oil",
    amountCents: 2650,
    quantity: 69,
    rating: 5,
    availType: "published",
    tags: ["olive oil", "ελαιόλαδο", "early harvest"],
    variations: [
      { variation: "Size", value: "750\u00a0ml" },
      { variation: "Size", value: "3\u00a0l" },
    ],
    measurement: { height: 30, width: 8, length: 8, weight: 1.25 },
  },
  {
    title: "Green Olives in Brine, 300\u00a0g",
    category: "Nuts & Pantry",
    merchant: "saffron-row",
    sku: "PAN-1002",
    barcode: "2910020395674",
    description:
      "Big, buttery olives, cured in nothing but water and sea salt. They are mild enough for people who say they " +
      "do not like olives. Warm them with orange peel and a bay leaf before friends arrive.",
    picture: "green-olives",
    amountCents: 640,
    quantity: 105,
    rating: 4,
    availType: "published",
    tags: ["olives", "snack", "brine"],
    variations: [
      { variation: "Stone", value: "with stone" },
      { variation: "Stone", value: "pitted" },
    ],
    measurement: { height: 11, width: 8, length: 8, weight: 0.55 },
  },
  {
    title: "Roasted Peanuts in the Shell, 500\u00a0g",
    category: "Nuts & Pantry",
    merchant: "saffron-row",
    sku: "PAN-1003",
    barcode: "2910030474864",
    description:
      "Roasted in the shell in small drums, so that the nuts taste toasted rather than fried. A bag lasts one ball " +
      "game. The shells are good tinder, or so the neighbors tell us.",
    picture: "peanuts",
    amountCents: 495,
    quantity: 144,
    rating: 4,
    availType: "published",
    tags: ["peanuts", "nuts", "snack"],
    variations: [
      { variation: "Salt", value: "salted" },
      { variation: "Salt", value: "unsalted" },
    ],
    measurement: { height: 10, width: 18, length: 26, weight: 0.52 },
  },
  {
    title: "Roasting Chestnuts, 500\u00a0g",
    category: "Nuts & Pantry",
    merchant: "saffron-row",
    sku: "PAN-1004",
    barcode: "2910040554051",
    description:
      "Large, glossy chestnuts that peel clean when you roast them hot. Cut a cross in each, twenty-five minutes in " +
      "the oven, then a folded towel for five. Sort out any that float before you begin.",
    picture: "chestnuts",
    amountCents: 780,
    quantity: 20,
    rating: 4,
    availType: "published",
    tags: ["chestnuts", "winter", "roasting"],
    variations: [{ variation: "Size", value: "500\u00a0g" }],
    measurement: { height: 8, width: 16, length: 20, weight: 0.52 },
  },
  {
    title: "Red Kidney Beans, dried, 1\u00a0kg",
    category: "Nuts & Pantry",
    merchant: "saffron-row",
    sku: "PAN-1005",
    barcode: "2910050633241",
    description:
      "This year's crop, so they cook evenly and keep their skins. Soak them overnight, boil hard for ten minutes, " +
      "then simmer until creamy. One bag makes chili for twelve, or red beans and rice for a month of Mondays.",
    picture: "kidney-beans",
    amountCents: 520,
    quantity: 137,
    rating: 5,
    availType: "published",
    tags: ["beans", "dried", "chili"],
    variations: [{ variation: "Size", value: "1\u00a0kg" }],
    measurement: { height: 7, width: 14, length: 22, weight: 1.02 },
  },
  {
    title: "Bronze-Cut Spaghetti, 500\u00a0g",
    category: "Nuts & Pantry",
    merchant: "saffron-row",
    sku: "PAN-1006",
    barcode: "2910060712431",
    description:
      "Durum wheat pushed through bronze dies and dried for two days at low heat. The surface is rough, so sauce " +
      "stays where you put it. Eleven minutes in water as salty as soup.",
    picture: "spaghetti",
    amountCents: 430,
    quantity: 153,
    rating: 4,
    availType: "published",
    tags: ["pasta", "durum", "quick supper"],
    variations: [{ variation: "Size", value: "500\u00a0g" }],
    measurement: { height: 4, width: 8, length: 28, weight: 0.51 },
  },
  {
    title: "Plum Tomatoes, peeled, 3 cans",
    category: "Nuts & Pantry",
    merchant: "saffron-row",
    sku: "PAN-1007",
    barcode: "2910070791624",
    description:
      "Whole plum tomatoes, packed within hours of picking in their own juice and nothing else. Crush them by hand " +
      "into warm olive oil with a clove of garlic. Twenty minutes later you have a sauce.",
    picture: "plum-tomatoes",
    amountCents: 670,
    discountPercent: 28,
    quantity: 126,
    rating: 5,
    availType: "published",
    tags: ["tomato", "canned", "sauce"],
    variations: [{ variation: "Size", value: "3 × 400\u00a0g" }],
    measurement: { height: 11, width: 23, length: 8, weight: 1.4 },
  },
  {
    title: "Flaky Sea Salt, 180\u00a0g",
    category: "Nuts & Pantry",
    merchant: "harbor-line",
    sku: "PAN-1008",
    barcode: "2910080870814",
    description:
      "Sea water, drawn on the flood tide, filtered and dried in shallow pans above the wood stove. The flakes are " +
      "hollow and brittle, and they crackle on the tongue. Keep it by the table rather than by the pot.",
    picture: "sea-salt",
    amountCents: 595,
    quantity: 169,
    rating: 5,
    availType: "published",
    tags: ["salt", "flakes", "finishing"],
    variations: [
      { variation: "Flavor", value: "plain" },
      { variation: "Flavor", value: "smoked" },
    ],
    measurement: { height: 9, width: 8, length: 8, weight: 0.22 },
  },
  {
    title: "Dark Chocolate, 72% Cacao, 100\u00a0g",
    category: "Nuts & Pantry",
    merchant: "saffron-row",
    sku: "PAN-1009",
    barcode: "2910090950001",
    description:
      "Two ingredients: cacao from one valley, and cane sugar. Ground for three days until it is smooth, it tastes " +
      "of dried cherry and warm bread. Break it off in squares and let it melt before you decide.",
    picture: "dark-chocolate",
    amountCents: 540,
    quantity: 91,
    rating: 5,
    availType: "published",
    tags: ["chocolate", "dark", "gift"],
    variations: [
      { variation: "Cacao", value: "72%" },
      { variation: "Cacao", value: "85%" },
    ],
    measurement: { height: 1, width: 8, length: 16, weight: 0.11 },
  },
  {
    title: "Medium Roast Coffee Beans, 340\u00a0g",
    category: "Nuts & Pantry",
    merchant: "saffron-row",
    sku: "PAN-1010",
    barcode: "2910101029191",
    description:
      "Washed beans from small farms in the highlands where coffee began, and where it is called ቡና (buna). Roasted " +
      "on Wednesdays to a chestnut brown, with peach and cocoa in the cup. Best between one and five weeks after " +
      "roasting.",
    picture: "coffee-beans",
    amountCents: 1475,
    discountPercent: 12,
    quantity: 76,
    rating: 5,
    availType: "published",
    tags: ["coffee", "ቡና", "whole bean"],
    variations: [
      { variation: "Grind", value: "whole bean" },
      { variation: "Grind", value: "filter" },
      { variation: "Grind", value: "espresso" },
    ],
    measurement: { height: 22, width: 9, length: 7, weight: 0.36 },
  },
  {
    title: "Green Sencha Tea, 80\u00a0g",
    category: "Nuts & Pantry",
    merchant: "saffron-row",
    sku: "PAN-1011",
    barcode: "2910111108381",
    description:
      "First-flush leaves, steamed and rolled into fine dark needles. Use water well below boiling, about " +
      "75\u00a0°C, and pour after a minute. Sweet, grassy and bright, sencha (煎茶) is good for three infusions.",
    picture: "green-tea",
    amountCents: 1190,
    quantity: 42,
    rating: null,
    availType: "draft",
    tags: ["tea", "煎茶", "green tea"],
    variations: [{ variation: "Size", value: "80\u00a0g" }],
    measurement: { height: 11, width: 8, length: 8, weight: 0.12 },
  },
];
