import type { DemoProduct } from "../product";

export const vegetables: readonly DemoProduct[] = [
  {
    title: "Vine Tomatoes, 1\u00a0kg",
    category: "Vegetables", merchant: "green-gate", sku: "VEG-0101", barcode: "2901019045489",
    description:
      "Picked with the stem still on, when the shoulders have turned but the flesh is firm. Ripe and fragrant by the time " +
      "they reach your kitchen. Keep them out of the refrigerator and eat them within five days.",
    icon: "tomato", moreIcons: ["green-salad"],
    amountCents: 420, quantity: 96, rating: 5, availType: "published",
    tags: ["tomato", "on the vine", "summer"],
    variations: [{ variation: "Size", value: "500\u00a0g" }, { variation: "Size", value: "1\u00a0kg" }],
    measurement: { height: 10, width: 18, length: 26, weight: 1.05 },
  },
  {
    title: "Green Bell Peppers, 500\u00a0g",
    category: "Vegetables", merchant: "green-gate", sku: "VEG-0102", barcode: "2901029124679",
    description:
      "Three or four thick-walled peppers, grown slowly under a cool tunnel so they stay crisp. Slice them raw into a " +
      "salad, stuff them with rice, or char them whole over a flame until the skin slips off.",
    icon: "bell-pepper",
    amountCents: 565, discountPercent: 48, quantity: 140, rating: 4, availType: "published",
    tags: ["pepper", "crunchy", "salad"],
    variations: [{ variation: "Size", value: "500\u00a0g" }],
    measurement: { height: 9, width: 16, length: 20, weight: 0.52 },
  },
  {
    title: "Savoy Cabbage, 1 head",
    category: "Vegetables", merchant: "green-gate", sku: "VEG-0103", barcode: "2901039203869",
    description:
      "A heavy, crinkled head, cut the morning it ships. The dark outer leaves want a slow braise with butter and caraway; " +
      "the pale heart is tender enough to shred raw. Keeps two weeks in the crisper.",
    icon: "leafy-green",
    amountCents: 349, quantity: 58, rating: 4, availType: "published",
    tags: ["cabbage", "winter", "braising"],
    variations: [{ variation: "Weight", value: "900\u00a0g" }],
    measurement: { height: 18, width: 18, length: 18, weight: 0.95 },
  },
  {
    title: "Broccoli Crowns, 600\u00a0g",
    category: "Vegetables", merchant: "green-gate", sku: "VEG-0104", barcode: "2901049283059",
    description:
      "Tight blue-green crowns with a short length of stem, which is the sweetest part once peeled. Roast them hot until " +
      "the edges brown, or steam for four minutes and dress with lemon.",
    icon: "broccoli",
    amountCents: 475, quantity: 73, rating: 5, availType: "published",
    tags: ["broccoli", "florets"],
    variations: [{ variation: "Size", value: "600\u00a0g" }],
    measurement: { height: 14, width: 16, length: 22, weight: 0.62 },
  },
  {
    title: "Japanese Eggplant, 3 pieces",
    category: "Vegetables", merchant: "green-gate", sku: "VEG-0105", barcode: "2901059362249",
    description:
      "Long, slender eggplants with thin skin and hardly any seeds, so there is no need to salt them first. Split them " +
      "lengthwise, brush with oil and miso, and grill until they collapse. In Japan they are simply called nasu (茄子).",
    icon: "eggplant",
    amountCents: 520, discountPercent: 10, quantity: 44, rating: 4, availType: "published",
    tags: ["eggplant", "茄子", "grilling"],
    variations: [{ variation: "Size", value: "3 pieces" }],
    measurement: { height: 7, width: 12, length: 26, weight: 0.6 },
  },
  {
    title: "Garden Cucumbers, 4 pieces",
    category: "Vegetables", merchant: "green-gate", sku: "VEG-0106", barcode: "2901069441439",
    description:
      "Short, bumpy cucumbers with a real cucumber scent and a loud crunch. The skin is thin and unwaxed: rinse and eat. " +
      "Four of them fill one large salad bowl or a quart jar of quick pickles.",
    icon: "cucumber",
    amountCents: 380, quantity: 110, rating: 4, availType: "published",
    tags: ["cucumber", "salad", "pickling"],
    variations: [{ variation: "Size", value: "4 pieces" }],
    measurement: { height: 8, width: 14, length: 20, weight: 0.8 },
  },
  {
    title: "English Peas in the Pod, 400\u00a0g",
    category: "Vegetables", merchant: "green-gate", sku: "VEG-0107", barcode: "2901079520629",
    description:
      "Full pods that squeak when you rub them together. Shelling a bag takes ten minutes and yields about a cup and a half " +
      "of peas. Sugar turns to starch by the hour, so cook them the day they come.",
    icon: "pea-pod",
    amountCents: 640, quantity: 16, rating: 5, availType: "published",
    tags: ["peas", "spring", "shelling"],
    variations: [{ variation: "Size", value: "400\u00a0g" }, { variation: "Size", value: "1\u00a0kg" }],
    measurement: { height: 8, width: 16, length: 22, weight: 0.42 },
  },
  {
    title: "Red Jalapeño Peppers, 200\u00a0g",
    category: "Vegetables", merchant: "green-gate", sku: "VEG-0108", barcode: "2901089599813",
    description:
      "Left on the plant until fully red, which makes them sweeter and a little warmer than the green ones. Good sliced " +
      "over eggs, fermented into a sauce, or smoked and dried. Wear gloves if your hands are sensitive.",
    icon: "hot-pepper",
    amountCents: 395, quantity: 62, rating: 5, availType: "published",
    tags: ["pepper", "jalapeño", "hot"],
    variations: [{ variation: "Heat", value: "medium" }],
    measurement: { height: 5, width: 12, length: 16, weight: 0.21 },
  },
  {
    title: "Cremini Mushrooms, 300\u00a0g",
    category: "Vegetables", merchant: "lindqvist", sku: "VEG-0109", barcode: "2901099679000",
    description:
      "Grown in the old apple cellar under the barn, where it stays cool all year. The caps are closed and dry, with a " +
      "nutty smell. Brown them in a single layer and leave the pan alone until they sing.",
    icon: "brown-mushroom",
    amountCents: 445, quantity: 85, rating: 4, availType: "published",
    tags: ["mushroom", "earthy"],
    variations: [{ variation: "Size", value: "300\u00a0g" }, { variation: "Size", value: "1\u00a0kg" }],
    measurement: { height: 8, width: 14, length: 18, weight: 0.33 },
  },
  {
    title: "Mixed Salad Leaves, 250\u00a0g",
    category: "Vegetables", merchant: "green-gate", sku: "VEG-0110", barcode: "2901109758190",
    description:
      "Seven kinds of young leaf, from buttery lettuce to peppery arugula, washed twice and spun dry. The mix follows the " +
      "week: more mustard in spring, more chicory in fall. Dress it at the last moment.",
    icon: "green-salad",
    amountCents: 525, discountPercent: 15, quantity: 38, rating: 4, availType: "published",
    tags: ["salad", "washed", "ready to eat"],
    variations: [{ variation: "Size", value: "125\u00a0g" }, { variation: "Size", value: "250\u00a0g" }],
    measurement: { height: 10, width: 20, length: 24, weight: 0.26 },
  },
  {
    title: "Carving Pumpkin, about 5\u00a0kg",
    category: "Vegetables", merchant: "lindqvist", sku: "VEG-0111", barcode: "2901119837380",
    description:
      "A round, deep orange pumpkin with a sturdy handle and a flat side to stand on. The walls are thin enough for a " +
      "kitchen knife. Roast the seeds with salt, and turn what you cut away into soup or pie.",
    icon: "jack-o-lantern", moreIcons: ["pie"],
    amountCents: 1250, quantity: 9, rating: 4, availType: "published",
    tags: ["pumpkin", "fall"],
    variations: [{ variation: "Size", value: "about 5\u00a0kg" }],
    measurement: { height: 28, width: 30, length: 30, weight: 5 },
  },
  {
    title: "Pea Shoots, 100\u00a0g",
    category: "Vegetables", merchant: "green-gate", sku: "VEG-0112", barcode: "2901129916570",
    description:
      "The first two leaves and a curl of tendril, snipped ten days after sowing. They taste of fresh peas and wilt in the " +
      "heat of the dish, so scatter them on when the pan is off the stove.",
    icon: "seedling",
    amountCents: 310, quantity: 0, rating: 4, availType: "published",
    tags: ["microgreens", "pea shoots"],
    variations: [{ variation: "Size", value: "100\u00a0g" }],
    measurement: { height: 6, width: 12, length: 16, weight: 0.11 },
  },
  {
    title: "Butterhead Lettuce, 2 heads",
    category: "Vegetables", merchant: "green-gate", sku: "VEG-0113", barcode: "2901139995763",
    description:
      "Loose, soft heads with a yellow heart, sold with the root on so that they keep drinking. Stand them in a glass of " +
      "water by the window and pull off leaves as you need them for most of a week.",
    icon: "leafy-green",
    amountCents: 430, quantity: 52, rating: null, availType: "in-review",
    tags: ["lettuce", "salad"],
    variations: [{ variation: "Size", value: "2 heads" }],
    measurement: { height: 12, width: 18, length: 30, weight: 0.5 },
  },
];
