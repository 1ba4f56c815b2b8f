import { plain } from "./plain-heading";
import { AS_EXPORTED, COLUMNS, FIELDS, type ColumnField } from "./sheet.server";

/*
 * Headings that people write for our columns, without case, accents, spaces and signs: in English, German, French,
 * Spanish and Italian, and as till systems export them.
 */

/** The words for each column, separated by spaces. */
const WORDS: Partial<Record<ColumnField, string>> = {
  sku: "artikelnummer artikelnr artnr itemnumber reference referencia referenceproduit ref codice codicearticolo",
  title:
    "name itemname product productname titel produktname artikelname bezeichnung titre nom nomduproduit titulo nombre titolo nome nomeprodotto",
  description: "beschreibung produktbeschreibung descripcion descrizione",
  amount: "preis verkaufspreis bruttopreis prix prixdevente precio prezzo",
  quantity:
    "stock menge bestand lagerbestand anzahl stuckzahl quantite enstock cantidad existencias quantita giacenza inventory",
  barcode: "gtin ean upc ean13 strichcode barcodeean codebarres codigodebarras codiceabarre",
  category:
    "category categories kategorie produktkategorie warengruppe categorie categoriedeproduit categoria categoriadeproducto categoriaprodotto",
  discountPercentage: "discount rabatt rabattprozent remise reduction descuento sconto",
  vatAmount: "vat mwst mehrwertsteuer tva iva",
  taxClass: "steuerklasse classedetaxe claseimpositiva classefiscale",
  availType: "availability verfugbarkeit statut estado stato",
  isPhysical: "physical",
  tags: "schlagworter stichworter etiquettes motscles etiquetas etichette",
  weight: "gewicht poids peso",
  height: "hohe hauteur altura altezza",
  length: "lange longueur longitud largo lunghezza",
  width: "breite largeur anchura ancho larghezza",
  size: "variationname große grosse packungsgrosse packungsgroße taille format tamano talla formato taglia",
  content: "nettofullmenge fullmenge inhalt contenunet poidsnet contenidoneto pesoneto contenutonetto pesonetto",
  drained: "abtropfgewicht poidsegoutte pesoescurrido pesosgocciolato",
  ingredients: "zutaten ingredientes ingredienti",
  storage: "aufbewahrung lagerung conservation conservacion conservazione",
  originWords: "herkunft ursprung origine origen",
  originCountry: "ursprungsland herkunftsland paysdorigine paisdeorigen paesediorigine",
  producer: "hersteller erzeuger producteur productor produttore",
};

const ALIASES: [heading: string, field: ColumnField][] = Object.entries(WORDS).flatMap(([field, words]) =>
  words.split(" ").map((word): [string, ColumnField] => [word, field as ColumnField]),
);

const KNOWN = new Map<string, ColumnField>([
  ...ALIASES,
  ...FIELDS.map((field) => [plain(COLUMNS[field]), field] as const),
]);

/** Headings of the SKU, which identify the sheet of products in a workbook. */
export const SKU_HEADINGS: string[] = [
  ...[...KNOWN].filter(([, field]) => field === "sku").map(([heading]) => heading),
  "variantsku",
];

/** The column that a heading stands for, in any case and with any spaces. Null for none of ours. */
export function columnOf(heading: string): ColumnField | null {
  return KNOWN.get(plain(heading)) ?? null;
}

/** Whether a heading is that of the column with the marks of an export. */
export const isMarkHeading = (heading: string) => plain(heading) === plain(AS_EXPORTED);
