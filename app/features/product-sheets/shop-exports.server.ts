import type { ImportRow } from "./schema";
import { plain } from "./plain-heading";
import type { Cells, ColumnField } from "./sheet.server";

/*
 * Products as other shop systems export them. Sources: Shopify, "Using CSV files to import and export products";
 * WooCommerce, "Product CSV Import Schema"; Square, "Import items with a spreadsheet". All have a row for each variant,
 * which is a size here.
 */

interface ShopRow {
  cells: Partial<Cells>;
  /** The same value for all sizes of a product; undefined for a product in one size. */
  product?: string | undefined;
  problem: ImportRow["errors"][number] | null;
}

/** The export of another shop system, recognised by its headings. */
export interface ShopExport {
  fields: ColumnField[];
  isKnown: (heading: string) => boolean;
  /** The columns of ours that one of its columns fills. */
  fieldsOf: (heading: string) => ColumnField[];
  /** Reads record by record. Returns null for a record that is no size of a product. */
  reader: () => (record: string[]) => ShopRow | null;
}

type Value = (heading: string) => string;
/**
 * A heading, or its beginning before a star; the field that it fills; and how its cell is rewritten. A later column for
 * the same field wins unless its cell is empty.
 */
type Column = [heading: string, field: ColumnField, rewrite?: (cell: string) => string];

interface System {
  /** Headings that identify the system. */
  mark: string[];
  columns: Column[];
  /** Headings that name the product and the size of a row. */
  about: string[];
  sizeHeading: string;
  reader: (value: Value, cells: (value: Value) => Partial<Cells>) => () => ShopRow | null;
}

const lastOf = (path: string) => path.split(">").at(-1)?.trim() ?? "";
/** Shop systems put an apostrophe before digits, so that spreadsheets keep leading zeros. */
const code = (cell: string) => cell.replace(/^'(?=\d)/, "");
const OPTIONS = [1, 2, 3];
const sizeOf = (values: string[]) => values.filter((value) => value !== "").join(" / ");

const SHOPIFY: System = {
  mark: ["handle", "variantprice"],
  columns: [
    ["title", "title"],
    ["bodyhtml", "description", textOf],
    ["productcategory", "category", lastOf],
    ["type", "category"],
    ["tags", "tags"],
    ["variantsku", "sku", code],
    ["variantbarcode", "barcode", code],
    ["variantprice", "amount"],
    ["variantinventoryqty", "quantity"],
    ["variantrequiresshipping", "isPhysical"],
    ["status", "availType", (cell) => (cell === "" ? "" : cell.toLowerCase() === "active" ? "In review" : "Draft")],
  ],
  about: ["handle", ...OPTIONS.flatMap((n) => [`option${n}name`, `option${n}value`])],
  sizeHeading: "option1value",
  reader: (value, cells) => () => {
    const isPicture = ["variantsku", "variantprice", "title"].every((heading) => value(heading) === "");
    if (isPicture) return null;
    const size = sizeOf(OPTIONS.map((n) => value(`option${n}value`)).filter((option) => option !== "Default Title"));
    return { cells: { ...cells(value), size }, product: value("handle"), problem: null };
  },
};

/** Fields of a variation's own row. The others come from the row of its product. */
const OF_VARIATION: readonly ColumnField[] = ["sku", "barcode", "amount", "quantity"];

const WOOCOMMERCE: System = {
  mark: ["name", "regularprice"],
  columns: [
    ["name", "title"],
    ["shortdescription", "description", textOf],
    ["description", "description", textOf],
    ["categories", "category", (cell) => lastOf(cell.split(",")[0] ?? "")],
    ["tags", "tags"],
    ["sku", "sku", code],
    ["gtinupceanorisbn", "barcode", code],
    ["regularprice", "amount"],
    ["stock", "quantity"],
    ["weightkg", "weight"],
    ["lengthcm", "length"],
    ["widthcm", "width"],
    ["heightcm", "height"],
    ["published", "availType", (cell) => (cell === "" ? "" : cell === "1" ? "In review" : "Draft")],
  ],
  about: ["id", "type", "parent", ...OPTIONS.flatMap((n) => [`attribute${n}name`, `attribute${n}values`])],
  sizeHeading: "attribute1values",
  reader: (value, cells) => {
    let parent: { names: string[]; cells: Partial<Cells> } | null = null;
    return () => {
      const ownCells = cells(value);
      const types = value("type").toLowerCase().split(/,\s*/);
      if (types.includes("variable")) {
        parent = { names: [`id:${value("id")}`, value("sku")].filter((name) => name !== ""), cells: ownCells };
        return null;
      }
      if (!types.includes("variation")) return { cells: { ...ownCells, size: "" }, problem: null };
      const parentText = value("parent");
      const size = sizeOf(OPTIONS.map((n) => value(`attribute${n}values`)));
      if (!parent?.names.includes(parentText))
        return { cells: { ...ownCells, size }, problem: { column: "Parent", message: notAbove(parentText) } };
      const ofSize = Object.fromEntries(
        OF_VARIATION.flatMap((field) => (field in ownCells ? [[field, ownCells[field]]] : [])),
      );
      return { cells: { ...parent.cells, ...ofSize, size }, product: parent.names[0], problem: null };
    };
  },
};

/** The name that Square gives to the only variation of an item. */
const ONLY_VARIATION = "Regular";

const SQUARE: System = {
  mark: ["itemname", "variationname"],
  columns: [
    ["itemname", "title"],
    ["description", "description", textOf],
    ["category", "category", lastOf],
    ["categories", "category", (cell) => lastOf(cell.split(",")[0] ?? "")],
    ["sku", "sku", code],
    ["gtin", "barcode", code],
    ["price", "amount"],
    ["currentquantity*", "quantity"],
  ],
  about: ["token", "referencehandle", "itemtype", "variationname"],
  sizeHeading: "variationname",
  reader: (value, cells) => () => {
    const size = value("variationname");
    return {
      cells: { ...cells(value), size: size === ONLY_VARIATION ? "" : size },
      product: value("itemname"),
      problem: null,
    };
  },
};

const notAbove = (parent: string) =>
  `The product ${parent.slice(0, 40) || "of this variation"} does not stand above. Move this row below that product's.`;

/** The system whose export has these headings; null if it is none of them. */
export function shopExportOf(head: string[]): ShopExport | null {
  const headings = head.map((heading) => plain(heading));
  const system = [SHOPIFY, WOOCOMMERCE, SQUARE].find(({ mark }) => mark.every((heading) => headings.includes(heading)));
  if (!system) return null;
  const placeOf = (heading: string) =>
    heading.endsWith("*")
      ? headings.findIndex((one) => one.startsWith(heading.slice(0, -1)))
      : headings.indexOf(heading);
  const columns = system.columns.filter(([heading]) => placeOf(heading) >= 0);
  const understoodHeadings = new Set([...columns.map(([heading]) => headings[placeOf(heading)]), ...system.about]);
  const cellsBy = (value: Value) => {
    const cells: Partial<Cells> = {};
    for (const [heading, field, rewrite = (cell: string) => cell] of columns) {
      const cell = rewrite(value(heading));
      if (cell !== "" || cells[field] === undefined) cells[field] = cell;
    }
    return cells;
  };
  return {
    fields: [
      ...new Set(columns.map(([, field]) => field)),
      ...(headings.includes(system.sizeHeading) ? (["size"] as const) : []),
    ],
    isKnown: (heading) => understoodHeadings.has(plain(heading)),
    fieldsOf: (heading) => [
      ...columns.flatMap(([name, field]) => (headings[placeOf(name)] === plain(heading) ? [field] : [])),
      ...(plain(heading) === system.sizeHeading ? (["size"] as const) : []),
    ],
    reader: () => {
      let record: string[] = [];
      const next = system.reader((heading) => record[placeOf(heading)]?.trim() ?? "", cellsBy);
      return (following) => {
        record = following;
        return next();
      };
    },
  };
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

const BREAKS = /^(?:br|\/p|\/div|\/li|\/h[1-6])\b/i;

/** The text of a description written in HTML. Paragraphs and line breaks become lines. */
function textOf(html: string): string {
  const [start = "", ...pieces] = html.split("<");
  const words = pieces.map((piece) => {
    const end = piece.indexOf(">");
    if (end === -1) return `<${piece}`;
    return (BREAKS.test(piece) ? "\n" : "") + piece.slice(end + 1);
  });
  const lines = [start, ...words]
    .join("")
    .replace(/&(?:#(\d{1,6})|([a-z]{2,5}));/gi, (whole, number: string | undefined, name: string | undefined) =>
      // Half of a surrogate pair becomes the replacement character, which both databases store.
      number
        ? Buffer.from(String.fromCodePoint(Number(number))).toString()
        : (ENTITIES[name?.toLowerCase() ?? ""] ?? whole),
    )
    .split("\n")
    .map((line) => line.trim());
  return lines
    .filter((line, at) => line !== "" || lines[at - 1] !== "")
    .join("\n")
    .trim();
}
