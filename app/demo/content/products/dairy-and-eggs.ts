import type { DemoProduct } from "../product";

export const dairyAndEggs: readonly DemoProduct[] = [
  {
    title: "Free-Range Eggs, 12 pieces",
    category: "Dairy & Eggs",
    merchant: "hollow-brook",
    sku: "DRY-0601",
    barcode: "2906018640482",
    description:
      "A mixed dozen of brown, cream and speckled shells from hens that spend the day under the apple trees. The " +
      "yolks are the orange you remember. Laid this week; the date is stamped on every egg.",
    picture: "eggs",
    amountCents: 580,
    quantity: 166,
    rating: 5,
    availType: "published",
    tags: ["eggs", "free range", "breakfast"],
    variations: [
      { variation: "Size", value: "6 pieces" },
      { variation: "Size", value: "12 pieces" },
    ],
    measurement: { height: 8, width: 11, length: 30, weight: 0.78 },
  },
  {
    title: "Quail Eggs, 18 pieces",
    category: "Dairy & Eggs",
    merchant: "hollow-brook",
    sku: "DRY-0602",
    barcode: "2906028719673",
    description:
      "Tiny speckled eggs, rich for their size. Two and a half minutes in boiling water and a bath of ice gives a " +
      "soft yolk and a shell that peels in one strip. Serve them with celery salt.",
    picture: "quail-eggs",
    amountCents: 720,
    quantity: 22,
    rating: 4,
    availType: "published",
    tags: ["eggs", "quail", "small"],
    variations: [{ variation: "Size", value: "18 pieces" }],
    measurement: { height: 5, width: 14, length: 22, weight: 0.22 },
  },
  {
    title: "Aged Farmhouse Cheese, whole 9\u00a0kg wheel",
    category: "Dairy & Eggs",
    merchant: "hollow-brook",
    sku: "DRY-0603",
    barcode: "2906038798866",
    description:
      "A whole wheel of our bandaged farmhouse cheese, turned and brushed every week for a year and a half. Nutty " +
      "and savory, with crystals that crunch. For shops, weddings and families who know what they like; it keeps " +
      "for months once cut.",
    picture: "farmhouse-wheel",
    amountCents: 132000,
    discountPercent: 13,
    quantity: 3,
    rating: 5,
    availType: "published",
    tags: ["cheese", "aged", "whole wheel"],
    variations: [
      { variation: "Age", value: "18 months" },
      { variation: "Age", value: "30 months" },
    ],
    measurement: { height: 14, width: 38, length: 38, weight: 9.4 },
  },
  {
    title: "Gruyère-Style Alpine Cheese, 300\u00a0g",
    category: "Dairy & Eggs",
    merchant: "hollow-brook",
    sku: "DRY-0604",
    barcode: "2906048878053",
    description:
      "Made from summer milk in a copper vat, washed with brine and aged ten months on spruce boards. It melts into " +
      "long, patient strings and tastes of brown butter and onion. Bring it to room temperature first.",
    picture: "alpine-cheese",
    amountCents: 1380,
    quantity: 57,
    rating: 5,
    availType: "published",
    tags: ["cheese", "gruyère", "melting"],
    variations: [
      { variation: "Size", value: "300\u00a0g" },
      { variation: "Size", value: "600\u00a0g" },
    ],
    measurement: { height: 5, width: 12, length: 16, weight: 0.32 },
  },
  {
    title: "Crème Fraîche, 200\u00a0g",
    category: "Dairy & Eggs",
    merchant: "hollow-brook",
    sku: "DRY-0605",
    barcode: "2906058957243",
    description:
      "Cream, a spoonful of yesterday's batch, and a night beside the stove. That is the whole recipe. Thick enough " +
      "to stand a spoon in, gently sour, and calm in a hot sauce where sour cream would split.",
    picture: "creme-fraiche",
    amountCents: 465,
    quantity: 74,
    rating: 5,
    availType: "published",
    tags: ["crème fraîche", "cultured", "cream"],
    variations: [{ variation: "Size", value: "200\u00a0g" }],
    measurement: { height: 8, width: 8, length: 8, weight: 0.34 },
  },
  {
    title: "Cultured Butter with Sea Salt, 250\u00a0g",
    category: "Dairy & Eggs",
    merchant: "hollow-brook",
    sku: "DRY-0606",
    barcode: "2906069036432",
    description:
      "Cream ripened for two days before it meets the churn, worked by hand, and finished with flakes of sea salt. " +
      "Deep yellow in summer, paler in winter. Spread it thick enough to leave tooth marks.",
    picture: "butter",
    amountCents: 690,
    quantity: 112,
    rating: 5,
    availType: "published",
    tags: ["butter", "cultured", "salted"],
    variations: [
      { variation: "Salt", value: "salted" },
      { variation: "Salt", value: "unsalted" },
    ],
    measurement: { height: 5, width: 8, length: 12, weight: 0.26 },
  },
  {
    title: "Whole Milk in Glass, 1\u00a0l",
    category: "Dairy & Eggs",
    merchant: "hollow-brook",
    sku: "DRY-0607",
    barcode: "2906079115622",
    description:
      "Pasteurized slowly at low heat and never homogenized, so that the cream rises and you shake the bottle. From " +
      "thirty Jersey cows with names. Rinse the bottle and hand it back with your next order.",
    picture: "milk",
    amountCents: 395,
    quantity: 89,
    rating: 4,
    availType: "published",
    tags: ["milk", "whole", "returnable"],
    variations: [{ variation: "Size", value: "1\u00a0l" }],
    measurement: { height: 26, width: 9, length: 9, weight: 1.55 },
  },
  {
    title: "Fresh Goat Cheese Log, 150\u00a0g",
    category: "Dairy & Eggs",
    merchant: "hollow-brook",
    sku: "DRY-0608",
    barcode: "2906089194815",
    description:
      "Bright, lemony and just firm enough to slice. Our twelve goats browse on brambles and it shows. Try it warm " +
      "on toast with honey, or crumble it over beets while they are still hot.",
    picture: "goat-cheese-log",
    amountCents: 775,
    discountPercent: 16,
    quantity: 43,
    rating: 4,
    availType: "published",
    tags: ["cheese", "goat", "fresh"],
    variations: [
      { variation: "Coating", value: "plain" },
      { variation: "Coating", value: "herbs" },
      { variation: "Coating", value: "ash" },
    ],
    measurement: { height: 4, width: 5, length: 15, weight: 0.17 },
  },
  {
    title: "Alpine Fondue Blend, 400\u00a0g",
    category: "Dairy & Eggs",
    merchant: "hollow-brook",
    sku: "DRY-0609",
    barcode: "2906099274002",
    description:
      "Three of our mountain cheeses, grated and tossed with a little cornstarch so that the pot stays smooth. Add " +
      "a glass of white wine, a clove of garlic and somebody to stir. Feeds two very hungry people or four polite " +
      "ones.",
    picture: "fondue-blend",
    amountCents: 1295,
    quantity: 0,
    rating: 4,
    availType: "published",
    tags: ["cheese", "fondue", "winter"],
    variations: [
      { variation: "Size", value: "400\u00a0g" },
      { variation: "Size", value: "800\u00a0g" },
    ],
    measurement: { height: 4, width: 16, length: 20, weight: 0.42 },
  },
  {
    title: "Crème Caramel, 4 pots",
    category: "Dairy & Eggs",
    merchant: "hollow-brook",
    sku: "DRY-0610",
    barcode: "2906109353192",
    description:
      "Eggs, whole milk, sugar, and vanilla, baked in glass in a water bath. The caramel is taken to the edge of " +
      "bitter, where it belongs. Run a knife around the rim, turn it over, and hold your breath.",
    picture: "creme-caramel",
    amountCents: 860,
    quantity: 29,
    rating: 5,
    availType: "published",
    tags: ["dessert", "custard", "caramel"],
    variations: [{ variation: "Size", value: "4 pots" }],
    measurement: { height: 7, width: 14, length: 14, weight: 0.72 },
  },
  {
    title: "Maple Vanilla Ice Cream, 500\u00a0ml",
    category: "Dairy & Eggs",
    merchant: "hollow-brook",
    sku: "DRY-0611",
    barcode: "2906119432382",
    description:
      "A custard base sweetened with dark maple syrup from the next valley, churned slowly so that it stays dense. " +
      "No stabilizers: take it out ten minutes before you want it. Ships frozen, with dry ice, on Mondays.",
    picture: "ice-cream",
    amountCents: 925,
    quantity: 35,
    rating: null,
    availType: "in-review",
    tags: ["ice cream", "maple", "frozen"],
    variations: [{ variation: "Size", value: "500\u00a0ml" }],
    measurement: { height: 10, width: 10, length: 10, weight: 0.45 },
  },
];
