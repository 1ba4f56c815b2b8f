import type { CategoryTitle } from "./categories";

export interface DemoMerchant {
  key: string;
  firstName: string;
  lastName: string;
  email: string;
  username: string;
  storeName: string;
  businessAddress: string;
  /** Where the stall is found, and when it is open. */
  place: string;
  opening: string;
  story: string;
  categories: readonly CategoryTitle[];
}

/** The first one, Green Gate Farm, has the most products and suits the demo login. */
export const merchants = [
  {
    key: "green-gate",
    firstName: "Ruth",
    lastName: "Adeyemi",
    email: "ruth.adeyemi@example.com",
    username: "greengate",
    storeName: "Green Gate Farm",
    businessAddress: "212 Riverbend Road, Burlington, VT 05401",
    place: "The green gate on Riverbend Road, Burlington",
    opening: "Tuesday to Friday 8:00–17:00\nSaturday 7:00–13:00",
    story:
      "Ruth took over eleven acres of river-bottom soil and a gate in need of paint. The paint is green now, and " +
      "the soil grows forty kinds of vegetable without a sprayer on the place. Everything is cut in the morning and " +
      "packed by noon, by the same six people who planted it.",
    categories: ["Vegetables", "Fruit", "Roots & Tubers", "Grains & Maize", "Herbs & Spices"],
  },
  {
    key: "lindqvist",
    firstName: "Tomas",
    lastName: "Lindqvist",
    email: "tomas.lindqvist@example.com",
    username: "lindqvistorchard",
    storeName: "Lindqvist Orchard",
    businessAddress: "58 Ledge Hill Lane, Shelburne, VT 05482",
    place: "The barn at the end of Ledge Hill Lane, Shelburne",
    opening: "Wednesday to Sunday 9:00–18:00",
    story:
      "Four generations of Lindqvists have pruned the same hillside, and the oldest tree still bears. Tomas keeps " +
      "the bees, his mother keeps the jam pans, and the sugarhouse steams all through March. What the birds leave, " +
      "they send to you.",
    categories: ["Fruit", "Vegetables", "Honey & Preserves"],
  },
  {
    key: "stone-mill",
    firstName: "Ilse",
    lastName: "Brandt",
    email: "ilse.brandt@example.com",
    username: "stonemill",
    storeName: "Stone Mill Bakehouse",
    businessAddress: "3 Millrace Street, Middlebury, VT 05753",
    place: "The mill door on Millrace Street, Middlebury",
    opening: "Tuesday to Saturday from 6:30, until the shelf is empty",
    story:
      "The stones turn on Mondays, the oven is lit every night at eleven, and the van leaves at six. Ilse grinds " +
      "grain from fields within sight of the mill door and bakes most of it herself. She has never owned a bread " +
      "machine and would rather not discuss it.",
    categories: ["Bakery", "Grains & Maize"],
  },
  {
    key: "hollow-brook",
    firstName: "Marguerite",
    lastName: "Fournier",
    email: "marguerite.fournier@example.com",
    username: "hollowbrook",
    storeName: "Hollow Brook Creamery",
    businessAddress: "941 Brook Road, Randolph, VT 05060",
    place: "The creamery beside Brook Road, Randolph",
    opening: "Monday to Saturday 7:00–12:00\nSunday 8:00–10:00",
    story:
      "Thirty Jerseys, twelve goats, two hundred hens and a copper vat that came over the ocean in 1962. Marguerite " +
      "makes cheese on the days between milkings and turns every wheel by hand. The animals are outdoors whenever " +
      "they ask to be.",
    categories: ["Dairy & Eggs"],
  },
  {
    key: "harbor-line",
    firstName: "Kenji",
    lastName: "Morales",
    email: "kenji.morales@example.com",
    username: "harborline",
    storeName: "Harbor Line Fish",
    businessAddress: "17 Commercial Wharf, Portland, ME 04101",
    place: "Commercial Wharf 17, Portland",
    opening: "Monday to Friday 5:00–14:00, storms apart",
    story:
      "Kenji buys from nine small boats whose skippers he has known since school. Fish is landed, cleaned and on " +
      "ice within the hour, and the name of the boat is written on the box. On stormy days there is no fish, and he " +
      "will tell you so.",
    categories: ["Fish & Seafood", "Nuts & Pantry"],
  },
  {
    key: "saffron-row",
    firstName: "Priya",
    lastName: "Raghavan",
    email: "priya.raghavan@example.com",
    username: "saffronrow",
    storeName: "Saffron Row",
    businessAddress: "406 Canal Street, Providence, RI 02903",
    place: "406 Canal Street, Providence",
    opening: "Every day 10:00–19:00",
    story:
      "Saffron Row began as one shelf in Priya's uncle's hardware store, between the paint and the padlocks. Today " +
      "it is three rooms of spices, rice, oil and fruit from growers she visits herself. If a spice has lost its " +
      "scent it goes in the compost, never in a jar.",
    categories: ["Herbs & Spices", "Nuts & Pantry", "Grains & Maize", "Fruit", "Honey & Preserves"],
  },
  {
    key: "juniper",
    firstName: "Noor",
    lastName: "Haddad",
    email: "noor.haddad@example.com",
    username: "juniperpantry",
    storeName: "Juniper Pantry",
    businessAddress: "12 Depot Street, Montpelier, VT 05602",
    place: "By post from Depot Street, Montpelier",
    opening: "Parcels leave Monday to Friday at 15:00",
    story:
      "Noor kept a shop for nineteen years and closed its door on purpose. What keeps in a cupboard now leaves from " +
      "a packing table in an old depot: beans, pasta, coffee, chocolate and jars with handwritten lids. There is no " +
      "till and no queue, and every parcel has a note in it.",
    categories: ["Nuts & Pantry", "Honey & Preserves", "Herbs & Spices"],
  },
] as const satisfies readonly DemoMerchant[];

export type MerchantKey = (typeof merchants)[number]["key"];
