import type { ImportQuestion } from "./schema";
import { parsedCells, payloadOf, type OwnCategories } from "./read-cells.server";
import {
  barcodeWithZero,
  isLikeDate,
  isScientific,
  isWithoutZeros,
  questionOf,
  type Answers,
} from "./row-questions.server";
import { brief } from "./located-errors";
import type { RowReading } from "./row-readings.server";
import { sheetFrom } from "./sheet-of.server";
import { cellsOf, FIELDS, type Cells, type ColumnField } from "./sheet.server";

/** Whether the file left this cell as it was exported. Never true for the SKU and the stock. */
const isCommon = ({ mark }: RowReading, field: ColumnField, cell: string) =>
  mark !== null && field !== "quantity" && field !== "sku" && mark.matches(field, cell);

interface Merged {
  cells: Cells;
  questions: ImportQuestion[];
  short: number;
}

/**
 * The cells of an exported row in our own spelling, so that `3.5` is no other price than `3.50`. A row that cannot be
 * saved stays as it is.
 */
export function plainCells(
  { cells, mark, before, deletes }: RowReading,
  was: Cells,
  categories: OwnCategories,
): Partial<Cells> {
  const filledFields = FIELDS.filter((field) => cells[field] !== undefined);
  if (mark === null || deletes || filledFields.every((field) => cells[field] === was[field])) return cells;
  const { category, parsed, food } = parsedCells({ ...was, ...cells }, before, categories);
  if (!parsed.success || !category || !food) return cells;
  const plain = cellsOf(sheetFrom({ ...payloadOf(parsed.data, before), food, categoryTitle: category.title }));
  const spelt = (field: ColumnField) => {
    const cell = cells[field] ?? "";
    return mark.matches(field, cell) ? cell : plain[field];
  };
  return Object.fromEntries(filledFields.map((field) => [field, spelt(field)]));
}

/** The file's changes to a product, applied to its current state. */
export function mergedCells(reading: RowReading, was: Cells, answers: Answers): Merged {
  const { row, cells: givenCells, mark, deletes } = reading;
  if (deletes) return { cells: was, questions: [], short: 0 };
  const cells: Cells = { ...was, ...givenCells };
  const stock = mergedStock(reading, was, answers);
  cells.quantity = stock.cell;
  const questions = [...reading.questions, ...stock.questions];
  const ask = (field: ColumnField, code: "changed_meanwhile" | "zeros_lost", message: string, choices: Choices) => {
    const about = [was[field], cells[field]];
    const question = questionOf({ row, field, code, message, choices, about }, answers);
    questions.push(question);
    return question.answer;
  };
  for (const field of FIELDS) {
    if (field === "sku" || field === "quantity" || cells[field] === was[field]) continue;
    if (isCommon(reading, field, cells[field])) cells[field] = was[field];
    else if (field === "barcode" && isWithoutZeros(cells.barcode, was.barcode)) {
      const message = `The barcode is ${was.barcode}, and ${cells.barcode} in the file. Spreadsheets drop zeros in front.`;
      const answer = ask(field, "zeros_lost", message, {
        zeros: `It stays ${was.barcode}`,
        file: `It is ${cells.barcode}`,
      });
      if (answer !== "file") cells.barcode = was.barcode;
    } else if (mark && !mark.matches(field, was[field])) {
      const [ownText, otherText] = [brief(was[field]) || "nothing", brief(cells[field]) || "nothing"];
      const message = `Somebody has changed this since the export. Now it is ${ownText}; in the file it is ${otherText}. Choose one of them.`;
      const answer = ask(field, "changed_meanwhile", message, { ours: ownText, file: otherText });
      if (answer !== "file") cells[field] = was[field];
    }
  }
  return { cells, questions, short: stock.short };
}

type Choices = Record<string, string>;

/**
 * The stock that a row leads to. In an exported row it is a count, by the rule of `countStock`. A row without the mark
 * of an export sets the stock. It becomes a question if orders have changed the stock since somebody last set it.
 */
function mergedStock(
  { row, cells: { quantity }, count, isMovedByOrders }: RowReading,
  was: Cells,
  answers: Answers,
): { cell: string; questions: ImportQuestion[]; short: number } {
  if (quantity === undefined) return { cell: was.quantity, questions: [], short: 0 };
  if (count && !count.isDisputed) return { cell: String(count.quantity), questions: [], short: count.short };
  if (quantity === was.quantity) return { cell: was.quantity, questions: [], short: 0 };
  const isDisputed = count !== undefined;
  if (!isDisputed && !isMovedByOrders) return { cell: quantity, questions: [], short: 0 };
  const question = questionOf(
    {
      row,
      field: "quantity",
      code: isDisputed ? "counted_meanwhile" : "stock_may_be_old",
      message: isDisputed
        ? `Somebody has set the stock since the export. Now it is ${was.quantity}; in the file it is ${quantity}. Choose one of them.`
        : `Orders have changed the stock since it was last set. Now it is ${was.quantity}; in the file it is ${quantity}, which may be older. Choose one of them.`,
      choices: { ours: `It stays ${was.quantity}`, file: `${quantity} is the count of now` },
      about: [was.quantity, quantity],
    },
    answers,
  );
  return { cell: question.answer === "file" ? quantity : was.quantity, questions: [question], short: 0 };
}

/**
 * The cells of a new product or a new size, with questions where a spreadsheet may have spoilt a code.
 * @param base the cells that apply where the row has none
 */
export function newCells(reading: RowReading, base: Cells, answers: Answers): Merged {
  const { row, cells: givenCells } = reading;
  const cells: Cells = { ...base, ...givenCells };
  // For a new product, an empty cell means the default, which the editor's form has filled in as well.
  for (const field of ["taxClass", "isPhysical", "availType"] as const)
    if (cells[field] === "") cells[field] = base[field];
  const questions = [...reading.questions];
  const { sku } = cells;
  const code = isScientific(sku) ? "looks_like_number" : isLikeDate(sku) ? "looks_like_date" : null;
  if (code !== null) {
    const message = `${sku} looks like a ${code === "looks_like_date" ? "date" : "shortened number"} that a spreadsheet has made of a code. If that is wrong, correct the file and choose it again.`;
    const choices = { file: `The SKU is ${sku}` };
    questions.push(questionOf({ row, field: "sku", code, message, choices, about: [sku] }, answers));
  }
  const barcode = barcodeWithZero(cells.barcode);
  if (barcode !== null) {
    const question = questionOf(
      {
        row,
        field: "barcode",
        code: "zeros_lost",
        message: `${cells.barcode} is a barcode with a zero in front of it. Spreadsheets drop it.`,
        choices: { zeros: `It is ${barcode}`, file: `It is ${cells.barcode}` },
        about: [cells.barcode],
      },
      answers,
    );
    questions.push(question);
    if (question.answer === "zeros") cells.barcode = barcode;
  }
  return { cells, questions, short: 0 };
}
