import { expect } from "vitest";
import { longOnPostgres } from "../../../tests/fixtures/long-test";
import { fillGoods } from "../../../tests/fixtures/whole-demo";
import { onBothDatabases } from "../../../tests/fixtures/world";
import { SYNONYMS } from "~/features/search-synonyms/synonyms.server";

/* Questions as people type them, each with a product of the demo that answers it. */

/** A question, and a title that is expected among the first ten. */
type Question = readonly [q: string, title: string];

/** Written before search knew signs, units, joined words and synonyms. */
const FIRST: readonly Question[] = [
  // Signs.
  ["honey.", "Cut Comb Honey"],
  ["“honey”", "Cut Comb Honey"],
  ["(honey)", "Buckwheat Honey"],
  ["#honey", "Buckwheat Honey"],
  ["apples, granny smith", "Granny Smith Apples"],
  ["strawberry/jam", "Strawberry Jam"],
  ["sea salt & flakes", "Flaky Sea Salt"],
  ["what's in fondue?", "Alpine Fondue Blend"],
  // Units.
  ["500g honey", "Raw Wildflower Honey from the Upper Meadows"],
  ["500 g spaghetti", "Bronze-Cut Spaghetti"],
  ["0,5 kg shrimp", "Wild Shrimp, shell on"],
  ["1 kilo potatoes", "Fingerling Potatoes"],
  ["5kg rice", "Jasmine Rice"],
  ["750ml olive oil", "Extra Virgin Olive Oil, Early Harvest"],
  ["1 litre milk", "Whole Milk in Glass"],
  ["12 eggs", "Free-Range Eggs"],
  // Joined words.
  ["freerange eggs", "Free-Range Eggs"],
  ["free range eggs", "Free-Range Eggs"],
  ["sourdough-loaf", "Country Sourdough Loaf"],
  ["flat bread", "Griddled Flatbread"],
  ["water melon", "Sugar Baby Watermelon"],
  ["sweet corn", "Sweetcorn"],
  ["seabream", "Whole Sea Bream"],
  ["oliveoil", "Extra Virgin Olive Oil, Early Harvest"],
  ["icecream maple", "Dark Maple Syrup"],
  // One word too many.
  ["fresh fish", "Whole Bluefish, cleaned"],
  ["cheap fruit", "Seedless Clementines"],
  ["delicious croissants", "All-Butter Croissants"],
  ["honey from local bees", "Buckwheat Honey"],
  ["chicken eggs", "Free-Range Eggs"],
  ["apple juice", "Honeycrisp Apples"],
  ["buy bananas online", "Fair-Trade Bananas in a Bunch"],
  ["whole salmon", "Rainbow Trout, a pair"],
  ["tomato ketchup", "Vine Tomatoes"],
  // Synonyms.
  ["aubergine", "Japanese Eggplant"],
  ["prawns", "Wild Shrimp, shell on"],
  ["spuds", "Russet Potatoes"],
  ["chilli", "Smoked Chili Flakes"],
  ["calamares", "Cleaned Squid"],
  ["corn", "Popping Maize"],
  ["porridge oats", "Rolled Oats"],
  ["groundnuts", "Roasted Peanuts in the Shell"],
  ["mandarins", "Seedless Clementines"],
  ["capsicum", "Green Bell Peppers"],
  ["biscuits", "Dark Chocolate Chip Cookies"],
  ["pasta", "Bronze-Cut Spaghetti"],
  // Slips.
  ["tomatos", "Vine Tomatoes"],
  ["brocolli", "Broccoli Crowns"],
  ["spagetti", "Bronze-Cut Spaghetti"],
  ["strawbery jam", "Strawberry Jam"],
  ["chocolat coockies", "Dark Chocolate Chip Cookies"],
  ["cucmbers", "Garden Cucumbers"],
  ["artichoaks", "Jerusalem Artichokes"],
  ["marmelaid", "Thick-Cut Orange Marmalade"],
  ["clementeins", "Seedless Clementines"],
  ["mushrom", "Cremini Mushrooms"],
  // Food words.
  ["organic potatoes", "Russet Potatoes"],
  ["vegan bread", "Baguettes"],
  ["fairtrade coffee", "Medium Roast Coffee Beans"],
  ["cheese without nuts", "Gruyère-Style Alpine Cheese"],
];

/** Written afterwards. */
const SECOND: readonly Question[] = [
  // Signs.
  ["honey!!", "Cut Comb Honey"],
  ["'eggs'", "Quail Eggs"],
  ["bread; sourdough", "Country Sourdough Loaf"],
  ["cheese (goat)", "Fresh Goat Cheese Log"],
  ["jonah-crab", "Picked Jonah Crab Meat"],
  ["chai… tea", "Masala Chai, Loose Tea"],
  ["72% cacao", "Dark Chocolate, 72% Cacao"],
  ["crème-fraîche?", "Crème Fraîche"],
  // Units.
  ["spaghetti 5kg", "Bronze-Cut Spaghetti"],
  ["1000 g rolled oats", "Rolled Oats"],
  ["0.25 kg honey", "Cut Comb Honey"],
  ["2 kilos onions", "Yellow Storage Onions"],
  ["75 cl olive oil", "Extra Virgin Olive Oil, Early Harvest"],
  ["500 ml syrup", "Dark Maple Syrup"],
  ["6 bagels", "Hand-Rolled Bagels"],
  ["apples 2 kg", "Honeycrisp Apples"],
  ["800g sea bream", "Whole Sea Bream"],
  ["4 croissants", "All-Butter Croissants"],
  // Joined words.
  ["blue fish", "Whole Bluefish, cleaned"],
  ["straw berries", "Field Strawberries"],
  ["butter head honey", "Buckwheat Honey"],
  ["goatcheese", "Fresh Goat Cheese Log"],
  ["sweetpotatoes", "Orange Sweet Potatoes"],
  ["applepie", "Deep-Dish Apple Pie"],
  ["peashoots", "Pea Shoots"],
  ["stoneground flour", "Stone-Ground Whole Wheat Flour"],
  // One word too many.
  ["ripe mangoes", "Alphonso Mangoes in a Box"],
  ["best chocolate chip cookies near me", "Dark Chocolate Chip Cookies"],
  ["fresh basil leaves", "Genovese Basil, large bunch"],
  ["carrot seeds", "Bunched Carrots with Tops"],
  ["lemon juice", "Unwaxed Lemons"],
  ["grilled octopus", "Octopus, tenderized"],
  ["rosemary plant", "Potted Rosemary"],
  ["kimchi spicy", "Napa Cabbage Kimchi"],
  ["beans for chili con carne", "Red Kidney Beans, dried"],
  ["i want waffles", "Liège Waffles"],
  // Synonyms.
  ["shrimps", "Wild Shrimp, shell on"],
  ["polenta", "White Maize Meal"],
  ["chocolate biscuits", "Dark Chocolate Chip Cookies"],
  ["sunchokes", "Jerusalem Artichokes"],
  ["tinned tomatoes", "Three Cans of Peeled Plum Tomatoes"],
  ["gherkins", "Garden Cucumbers"],
  ["satsumas", "Seedless Clementines"],
  ["conserve", "Sour Cherry Preserve"],
  ["tortilla flour", "Masa Harina for Tamales"],
  ["wholemeal flour", "Stone-Ground Whole Wheat Flour"],
  ["karkade", "Dried Hibiscus Flowers"],
  // Slips.
  ["jerusalm artichoks", "Jerusalem Artichokes"],
  ["strabwerries", "Field Strawberries"],
  ["baguete", "Baguettes"],
  ["aubergene", "Japanese Eggplant"],
  ["blubery", "Wild Lowbush Blueberries"],
  ["watermellon", "Sugar Baby Watermelon"],
  ["camomille", "Chamomile Flowers"],
  ["smoked chilly flakes", "Smoked Chili Flakes"],
  // Food words.
  ["organic tomatoes", "Vine Tomatoes"],
  ["vegan chocolate", "Dark Chocolate, 72% Cacao"],
  ["dairy free jam", "Strawberry Jam"],
  ["fair trade bananas", "Fair-Trade Bananas in a Bunch"],
  ["fish without gluten", "Rainbow Trout, a pair"],
];

/** Answers of the run's first database, with which the second must agree. */
const answers = new Map<string, string[]>();

/** The place of the expected product among the first ten, from 1; 0 if it is not among them. */
const placeOf = (titles: readonly string[], title: string) => titles.indexOf(title) + 1;

onBothDatabases("questions about the goods of the demo", (world) => {
  longOnPostgres(world, "find the expected product among the first ten, at least 95 of a hundred", async () => {
    await fillGoods(world);
    await world.services.dialect.announceChange(world.services.db);
    await world.services.dialect.announceChange(world.services.db, [SYNONYMS]);
    const missed: string[] = [];
    for (const [q, title] of [...FIRST, ...SECOND]) {
      const { body } = await world.call("GET", `/product/general?${new URLSearchParams({ q })}`);
      const titles = (body.data.docs as { title: string }[]).map(({ title: text }) => text.replaceAll("\u00a0", " "));
      expect.soft(titles, q).toEqual(answers.get(q) ?? titles);
      answers.set(q, titles);
      if (placeOf(titles, title) === 0) missed.push(`${q}: ${titles.slice(0, 3).join(" | ") || "nothing"}`);
    }
    expect(missed.length, missed.join("\n")).toBeLessThanOrEqual((FIRST.length + SECOND.length) * 0.05);
  });
});
