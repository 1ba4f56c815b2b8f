import type { DemoProduct } from "../product";

export const fruit: readonly DemoProduct[] = [
  {
    title: "Honeycrisp Apples, 2\u00a0kg",
    category: "Fruit", merchant: "lindqvist", sku: "FRT-0201", barcode: "2902016964483",
    description:
      "Our best-known apple: juicy, loud, and balanced between honey and lemon. Picked over three passes so that every " +
      "fruit had its share of sun. They keep until spring in a cold pantry, not that they usually last.",
    icon: "red-apple", moreIcons: ["pie"],
    amountCents: 890, quantity: 160, rating: 5, availType: "published",
    tags: ["apple", "crisp", "eating"],
    variations: [
      { variation: "Size", value: "1\u00a0kg" },
      { variation: "Size", value: "2\u00a0kg" },
      { variation: "Size", value: "5\u00a0kg" },
    ],
    measurement: { height: 14, width: 22, length: 28, weight: 2.1 },
  },
  {
    title: "Granny Smith Apples, 1.5\u00a0kg",
    category: "Fruit", merchant: "lindqvist", sku: "FRT-0202", barcode: "2902027043672",
    description:
      "Hard, green and properly sour, which is what a pie wants. They hold their shape in the oven and wake up a slaw or a " +
      "cheese board. A few may show a blush on the side that faced south.",
    icon: "green-apple",
    amountCents: 640, quantity: 124, rating: 4, availType: "published",
    tags: ["apple", "tart", "baking"],
    variations: [{ variation: "Size", value: "1.5\u00a0kg" }],
    measurement: { height: 12, width: 20, length: 26, weight: 1.6 },
  },
  {
    title: "Bartlett Pears, 1\u00a0kg",
    category: "Fruit", merchant: "lindqvist", sku: "FRT-0203", barcode: "2902037122862",
    description:
      "Shipped firm and green on purpose, because pears ripen from the inside out. Leave them on the counter for three to " +
      "five days. When the neck gives to your thumb, eat them over the sink.",
    icon: "pear",
    amountCents: 595, quantity: 70, rating: 4, availType: "published",
    tags: ["pear", "juicy"],
    variations: [{ variation: "Size", value: "1\u00a0kg" }],
    measurement: { height: 11, width: 18, length: 24, weight: 1.05 },
  },
  {
    title: "Seedless Clementines, 1.2\u00a0kg",
    category: "Fruit", merchant: "saffron-row", sku: "FRT-0204", barcode: "2902047202059",
    description:
      "Small, loose-skinned and sweet, packed with a few leaves so you can judge how fresh they are. A child can peel one " +
      "with cold hands. Save the peels: dried on the stove, they scent the whole kitchen.",
    icon: "tangerine",
    amountCents: 720, discountPercent: 20, quantity: 88, rating: 5, availType: "published",
    tags: ["citrus", "easy peel", "lunch box"],
    variations: [{ variation: "Size", value: "1.2\u00a0kg" }],
    measurement: { height: 12, width: 18, length: 24, weight: 1.25 },
  },
  {
    title: "Unwaxed Lemons, 6 pieces",
    category: "Fruit", merchant: "saffron-row", sku: "FRT-0205", barcode: "2902057281242",
    description:
      "Thick-skinned and fragrant, with nothing sprayed or polished on after picking, so the zest is yours to use. Expect a " +
      "scar or two. Half a dozen are enough for a jar of preserved lemons or a week of tea.",
    icon: "lemon",
    amountCents: 460, quantity: 132, rating: 4, availType: "published",
    tags: ["citrus", "unwaxed", "zest"],
    variations: [{ variation: "Size", value: "6 pieces" }],
    measurement: { height: 8, width: 16, length: 22, weight: 0.75 },
  },
  {
    title: "Fair-Trade Bananas, 1\u00a0kg bunch",
    category: "Fruit", merchant: "saffron-row", sku: "FRT-0206", barcode: "2902067360432",
    description:
      "One generous hand of six or seven bananas from a growers' cooperative that sets its own price. Choose green if you " +
      "shop for the week, yellow if you are hungry today. The spotted ones are for bread.",
    icon: "banana",
    amountCents: 280, quantity: 175, rating: 4, availType: "published",
    tags: ["banana", "breakfast"],
    variations: [{ variation: "Ripeness", value: "green" }, { variation: "Ripeness", value: "yellow" }],
    measurement: { height: 10, width: 18, length: 26, weight: 1 },
  },
  {
    title: "Sugar Baby Watermelon, about 3\u00a0kg",
    category: "Fruit", merchant: "green-gate", sku: "FRT-0207", barcode: "2902077439623",
    description:
      "A round little melon that fits in the refrigerator whole. The flesh is deep red and crisp to the rind, with small " +
      "dark seeds. We thump every one before we cut it from the vine.",
    icon: "watermelon",
    amountCents: 780, quantity: 0, rating: 5, availType: "published",
    tags: ["melon", "summer"],
    variations: [{ variation: "Size", value: "about 3\u00a0kg" }],
    measurement: { height: 20, width: 20, length: 22, weight: 3 },
  },
  {
    title: "Concord Grapes, 750\u00a0g",
    category: "Fruit", merchant: "lindqvist", sku: "FRT-0208", barcode: "2902087518813",
    description:
      "Dusty blue slip-skin grapes with the flavor that grape juice only remembers. They have seeds, and they are worth it. " +
      "Eat them in the yard, or cook them down into jelly with nothing but sugar.",
    icon: "grapes",
    amountCents: 680, quantity: 36, rating: 5, availType: "published",
    tags: ["grape", "jam", "slip-skin"],
    variations: [{ variation: "Size", value: "750\u00a0g" }],
    measurement: { height: 10, width: 16, length: 22, weight: 0.8 },
  },
  {
    title: "Field Strawberries, 400\u00a0g",
    category: "Fruit", merchant: "lindqvist", sku: "FRT-0209", barcode: "2902097598003",
    description:
      "Small, red all the way through, and picked before breakfast. They are too soft to travel far and too good to sit " +
      "long, so plan on eating them within two days. Rinse them only when you are ready.",
    icon: "strawberry", moreIcons: ["shortcake"],
    amountCents: 590, discountPercent: 25, quantity: 64, rating: 5, availType: "published",
    tags: ["berries", "strawberry", "summer"],
    variations: [{ variation: "Size", value: "400\u00a0g" }, { variation: "Size", value: "1\u00a0kg" }],
    measurement: { height: 8, width: 14, length: 18, weight: 0.43 },
  },
  {
    title: "Wild Lowbush Blueberries, 300\u00a0g",
    category: "Fruit", merchant: "lindqvist", sku: "FRT-0210", barcode: "2902107677193",
    description:
      "Raked by hand from the ledge above the orchard. They are half the size of the garden kind and twice as strong, with " +
      "a tang that stands up to sugar. Perfect in pancakes, because they do not sink.",
    icon: "blueberries", moreIcons: ["pancakes"],
    amountCents: 745, quantity: 48, rating: 5, availType: "published",
    tags: ["berries", "blueberry", "wild"],
    variations: [{ variation: "Size", value: "300\u00a0g" }],
    measurement: { height: 7, width: 12, length: 16, weight: 0.32 },
  },
  {
    title: "Honeydew Melon, about 2\u00a0kg",
    category: "Fruit", merchant: "green-gate", sku: "FRT-0211", barcode: "2902117756383",
    description:
      "Pale green, smooth and cool, with a scent at the blossom end when it is ready. Serve it in thick wedges with lime " +
      "and a pinch of salt. An unripe one will soften in two days beside the bananas.",
    icon: "melon",
    amountCents: 690, quantity: 27, rating: 3, availType: "published",
    tags: ["melon", "sweet"],
    variations: [{ variation: "Size", value: "about 2\u00a0kg" }],
    measurement: { height: 18, width: 18, length: 20, weight: 2 },
  },
  {
    title: "Sweet Cherries, 500\u00a0g",
    category: "Fruit", merchant: "lindqvist", sku: "FRT-0212", barcode: "2902127835573",
    description:
      "Dark, tight-skinned cherries with green stems, which is how you know they were picked yesterday. The season is four " +
      "weeks and the birds take their part. What is left goes into these bags.",
    icon: "cherries",
    amountCents: 995, quantity: 18, rating: 5, availType: "published",
    tags: ["cherry", "stone fruit", "summer"],
    variations: [{ variation: "Size", value: "500\u00a0g" }, { variation: "Size", value: "1\u00a0kg" }],
    measurement: { height: 8, width: 16, length: 20, weight: 0.53 },
  },
  {
    title: "Yellow Peaches, 1\u00a0kg",
    category: "Fruit", merchant: "lindqvist", sku: "FRT-0213", barcode: "2902137914763",
    description:
      "Freestone peaches with a red blush, each in its own paper cup. Let them sit until the shoulder feels soft. Halve and " +
      "grill them for dessert, or slice them into cream and call it breakfast.",
    icon: "peach",
    amountCents: 820, quantity: 41, rating: 4, availType: "published",
    tags: ["peach", "stone fruit", "grilling"],
    variations: [{ variation: "Size", value: "1\u00a0kg" }],
    measurement: { height: 10, width: 20, length: 26, weight: 1.05 },
  },
  {
    title: "Alphonso Mangoes, box of 6",
    category: "Fruit", merchant: "saffron-row", sku: "FRT-0214", barcode: "2902147993956",
    description:
      "The short-season mango that people drive across town for: saffron-colored, silky, without a single string. Each box " +
      "is lined with straw. In Hindi the fruit is आम (aam), and the word is said with a smile.",
    icon: "mango",
    amountCents: 2490, discountPercent: 10, quantity: 12, rating: 5, availType: "published",
    tags: ["mango", "आम", "tropical"],
    variations: [{ variation: "Size", value: "box of 6" }, { variation: "Size", value: "box of 12" }],
    measurement: { height: 12, width: 26, length: 34, weight: 1.9 },
  },
  {
    title: "Hass Avocados, 4 pieces",
    category: "Fruit", merchant: "saffron-row", sku: "FRT-0215", barcode: "2902158073142",
    description:
      "Pebbly skin, small stone, and flesh that spreads like butter. Pick the ripeness that suits your week. If one is " +
      "early, the refrigerator will hold it; if it is late, a paper bag and an apple will hurry it.",
    icon: "avocado",
    amountCents: 650, quantity: 90, rating: null, availType: "draft",
    tags: ["avocado", "creamy"],
    variations: [{ variation: "Ripeness", value: "ready today" }, { variation: "Ripeness", value: "ready in three days" }],
    measurement: { height: 8, width: 16, length: 20, weight: 0.85 },
  },
];
