import type { DemoProduct } from "../product";

export const bakery: readonly DemoProduct[] = [
  {
    title: "Country Sourdough Loaf, 900\u00a0g",
    category: "Bakery", merchant: "stone-mill", sku: "BKY-0801", barcode: "2908014478489",
    description:
      "Flour, water, salt and thirty-six hours. The crust is dark and blistered, the crumb open and a little sour. It is " +
      "better on the second day, very good toast on the fourth, and soup after that.",
    icon: "bread",
    amountCents: 780, quantity: 60, rating: 5, availType: "published",
    tags: ["bread", "sourdough", "loaf"],
    variations: [{ variation: "Cut", value: "whole" }, { variation: "Cut", value: "sliced" }],
    measurement: { height: 12, width: 18, length: 26, weight: 0.92 },
  },
  {
    title: "Baguettes, 2 pieces",
    category: "Bakery", merchant: "stone-mill", sku: "BKY-0802", barcode: "2908024557679",
    description:
      "Long-fermented and baked hard, with pointed ends that somebody will eat on the way to the table. Baked at four in " +
      "the morning and sent at six. Five minutes in a hot oven brings back the crackle.",
    icon: "baguette-bread", moreIcons: ["butter"],
    amountCents: 540, quantity: 71, rating: 4, availType: "published",
    tags: ["bread", "baguette", "crusty"],
    variations: [{ variation: "Size", value: "2 pieces" }],
    measurement: { height: 7, width: 14, length: 58, weight: 0.52 },
  },
  {
    title: "All-Butter Croissants, 4 pieces",
    category: "Bakery", merchant: "stone-mill", sku: "BKY-0803", barcode: "2908034636869",
    description:
      "Three days, three folds, and butter from Hollow Brook in every layer. They shatter at the first bite and are " +
      "honeycombed inside. Warm them for six minutes and clear away the crumbs later.",
    icon: "croissant",
    amountCents: 960, quantity: 45, rating: 5, availType: "published",
    tags: ["croissant", "breakfast", "butter"],
    variations: [{ variation: "Size", value: "4 pieces" }, { variation: "Size", value: "8 pieces" }],
    measurement: { height: 9, width: 20, length: 26, weight: 0.32 },
  },
  {
    title: "Hand-Rolled Bagels, 6 pieces",
    category: "Bakery", merchant: "stone-mill", sku: "BKY-0804", barcode: "2908044716056",
    description:
      "Rolled by hand, rested overnight and boiled in malted water before they see the oven. Dense, shiny and chewy, as a " +
      "bagel should be. Slice them the day they arrive, and freeze what you will not eat.",
    icon: "bagel",
    amountCents: 745, quantity: 59, rating: 4, availType: "published",
    tags: ["bagel", "boiled", "breakfast"],
    variations: [
      { variation: "Topping", value: "sesame" },
      { variation: "Topping", value: "poppy seed" },
      { variation: "Topping", value: "plain" },
    ],
    measurement: { height: 7, width: 22, length: 32, weight: 0.68 },
  },
  {
    title: "Soft Pretzels, 4 pieces",
    category: "Bakery", merchant: "stone-mill", sku: "BKY-0805", barcode: "2908054795249",
    description:
      "Dark mahogany outside, pale and soft inside, thin where it crosses and fat at the belly. The salt comes in a twist " +
      "of paper, so the crust stays dry on the way. Mustard is customary.",
    icon: "pretzel", moreIcons: ["salt"],
    amountCents: 680, quantity: 49, rating: 4, availType: "published",
    tags: ["pretzel", "snack", "salted"],
    variations: [{ variation: "Size", value: "4 pieces" }],
    measurement: { height: 6, width: 22, length: 28, weight: 0.42 },
  },
  {
    title: "Griddled Flatbread, 8 pieces",
    category: "Bakery", merchant: "stone-mill", sku: "BKY-0806", barcode: "2908064874439",
    description:
      "Soft rounds with brown blisters, baked one by one on hot iron. They puff, fold and tear as bread should, called خبز " +
      "(khubz) where the recipe comes from. Warm them in a dry pan and wrap them in a towel.",
    icon: "flatbread", moreIcons: ["stuffed-flatbread"],
    amountCents: 590, quantity: 94, rating: 4, availType: "published",
    tags: ["flatbread", "خبز", "wrap"],
    variations: [{ variation: "Size", value: "8 pieces" }],
    measurement: { height: 6, width: 22, length: 22, weight: 0.64 },
  },
  {
    title: "Liège Waffles, 6 pieces",
    category: "Bakery", merchant: "stone-mill", sku: "BKY-0807", barcode: "2908074953629",
    description:
      "Yeasted dough with pearls of sugar that caramelize against the iron and crunch when you bite. Eat them plain and " +
      "warm, walking if possible. Two minutes in a toaster is all they ask for.",
    icon: "waffle",
    amountCents: 890, discountPercent: 26, quantity: 37, rating: 5, availType: "published",
    tags: ["waffle", "liège", "sweet"],
    variations: [{ variation: "Size", value: "6 pieces" }],
    measurement: { height: 8, width: 16, length: 24, weight: 0.6 },
  },
  {
    title: "Deep-Dish Apple Pie, 1.2\u00a0kg",
    category: "Bakery", merchant: "stone-mill", sku: "BKY-0808", barcode: "2908085032818",
    description:
      "Two kinds of apple from Lindqvist Orchard, one sharp and one sweet, under a lattice of butter pastry. Hardly any " +
      "cinnamon, on purpose. Serves eight, or four with no self-control.",
    icon: "pie", moreIcons: ["red-apple"],
    amountCents: 2190, quantity: 11, rating: 5, availType: "published",
    tags: ["pie", "apple", "dessert"],
    variations: [{ variation: "Size", value: "1.2\u00a0kg" }],
    measurement: { height: 8, width: 25, length: 25, weight: 1.3 },
  },
  {
    title: "Strawberry Cream Cake, 8 slices",
    category: "Bakery", merchant: "stone-mill", sku: "BKY-0809", barcode: "2908095112005",
    description:
      "Light sponge, whipped cream barely sweetened, and strawberries that were in the field the day before. We bake it to " +
      "order while the berries last. It travels chilled and wants to be eaten within a day.",
    icon: "shortcake", moreIcons: ["strawberry"],
    amountCents: 2650, quantity: 0, rating: 4, availType: "published",
    tags: ["cake", "strawberry", "celebration"],
    variations: [{ variation: "Size", value: "8 slices" }],
    measurement: { height: 12, width: 24, length: 24, weight: 1.4 },
  },
  {
    title: "Dark Chocolate Chip Cookies, 12 pieces",
    category: "Bakery", merchant: "stone-mill", sku: "BKY-0810", barcode: "2908105191198",
    description:
      "Crisp at the rim, soft in the middle, with chopped chocolate rather than chips, so that every bite is different. The " +
      "dough rests two nights. A few flakes of salt on top make all the difference.",
    icon: "cookie", moreIcons: ["glass-of-milk"],
    amountCents: 840, quantity: 83, rating: 5, availType: "published",
    tags: ["cookies", "chocolate", "lunch box"],
    variations: [{ variation: "Size", value: "12 pieces" }],
    measurement: { height: 8, width: 16, length: 22, weight: 0.6 },
  },
  {
    title: "Cocoa-Glazed Doughnuts, 6 pieces",
    category: "Bakery", merchant: "stone-mill", sku: "BKY-0811", barcode: "2908115270388",
    description:
      "Potato dough, proofed slowly and fried in small batches, then dipped in a shiny cocoa glaze. Tender for a whole day, " +
      "which is rare in a doughnut. Sprinkles are for the children, officially.",
    icon: "doughnut",
    amountCents: 990, quantity: 28, rating: null, availType: "draft",
    tags: ["doughnut", "sweet", "glazed"],
    variations: [{ variation: "Size", value: "6 pieces" }],
    measurement: { height: 8, width: 22, length: 30, weight: 0.55 },
  },
];
