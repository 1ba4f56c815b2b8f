import { PassThrough, Readable } from "node:stream";
import { piecesOfLine, printable, type Document, type Font } from "./letters.server";
import { wrapped } from "./wrap";

/*
 * Printed papers. Every text is measured before it is placed, so that nothing overlaps; see docs/decisions/114. Lengths
 * are points.
 */

export const MARGIN = 56;
export const RIGHT = 595 - MARGIN;
export const WIDTH = RIGHT - MARGIN;
export const GREEN = "#155A2C";
export const SOFT = "#57635B";
const LINE = "#E6E3D8";
/** Room for the foot of an A4 page. */
const FOOT = 40;
const A4 = { width: 595, height: 842 };
/** The height of a line, and the place of its baseline, as shares of the letters' size. */
const LINE_HEIGHT = 1.2;
const BASELINE = 0.92;
const TICK_BOX = 10;

export const SEE_THE_PAGE = "Some letters cannot be printed here: see the page.";

export interface Look {
  font: Font;
  size: number;
  color?: string;
}

/** A text and its place. Its height is that of the lines that it needs. */
export interface Words {
  text: string;
  look: Look;
  x: number;
  width: number;
  align?: "left" | "right";
  /** The most lines that are printed; the last of them ends with an ellipsis. */
  most?: number;
  /** Room above it. */
  above?: number;
}

/** Texts beside each other. Each column is a list of texts, one below the other. */
export interface Block {
  columns: Words[][];
  /** Room below it. */
  below?: number;
  /** The place of a box to tick, beside the first line. */
  tick?: number;
  /** Draws a line below it, from the left margin or from `x` to the right margin. */
  rule?: boolean | { x: number };
}

interface Line {
  text: string;
  font: string;
  words: Words;
  /** From the top of its block. */
  top: number;
}
interface MeasuredBlock {
  lines: Line[];
  height: number;
  block: Block;
  /** Whether a letter of it is replaced. */
  isIncomplete: boolean;
}

const heightOf = ({ size }: Look): number => size * LINE_HEIGHT;

/** An empty paper: A4, or of a size in points. */
export async function newPaper(title: string, author: string, size: { width: number; height: number } = A4) {
  // Loaded for the first paper, because it is a sixth of everything else that the server loads.
  const { default: Pdf } = await import("pdfkit");
  const info = { Title: title, Author: author };
  return new Paper(new Pdf({ size: [size.width, size.height], margin: 0, info, bufferPages: true }), size.height);
}

export class Paper {
  /** Where the next block begins. */
  y = MARGIN;
  /** Blocks at the top of each further page. */
  headings: Block[] = [];
  private isIncomplete = false;
  private readonly measurements = new WeakMap<Block, MeasuredBlock>();
  private readonly bottom: number;

  constructor(
    private readonly document: Document,
    height: number,
  ) {
    this.bottom = height - MARGIN - FOOT;
  }

  /**
   * Writes blocks that belong together, on the next page if they do not fit on this one. Content longer than a page is
   * broken between blocks, and a block longer than a page between lines.
   */
  write(blocks: readonly Block[], { saysLoss = false } = {}): void {
    const measured = blocks.map((block) => this.measured(block));
    const last = blocks.at(-1);
    if (saysLoss && last && measured.some(({ isIncomplete }) => isIncomplete))
      measured.splice(-1, 1, this.measured(withNoteOfLoss(last)));
    this.turnUnlessFits(totalHeight(measured));
    for (const block of measured) this.place(block);
    if (saysLoss) this.isIncomplete = false;
  }

  /** Whether blocks fit on one page. */
  isOnePage(blocks: readonly Block[]): boolean {
    return totalHeight(blocks.map((block) => this.measured(block))) <= this.roomOfAPage();
  }

  /** Writes that letters are missing, if a text since the last time had letters that no font has. */
  writeLoss(): void {
    if (this.isIncomplete) this.place(this.measured({ columns: [[{ ...NOTE_OF_LOSS, x: MARGIN, width: WIDTH }]] }));
    this.isIncomplete = false;
  }

  /** Begins a page with the headings at its top. */
  turn(): void {
    this.document.addPage();
    this.y = MARGIN;
    for (const heading of this.headings) this.draw(this.measured(heading));
  }

  addPage(): void {
    this.document.addPage();
  }

  /**
   * Writes a text at the height `y`, at most down to `bottom`, and returns where it ends. Leaves out a text without
   * room for a line.
   */
  writeAt(y: number, bottom: number, words: Words): number {
    const lines = Math.min(words.most ?? Infinity, Math.floor((bottom - y) / heightOf(words.look) + 0.001));
    if (!words.text || lines < 1) return y;
    const { lines: measured, height } = this.measured({ columns: [[{ ...words, most: lines }]] });
    for (const line of measured) this.print(line, y + line.top);
    return y + height;
  }

  /** Whether a font has all letters of these texts. */
  hasLetters(texts: readonly string[], font: Font): boolean {
    return texts.every((text) => !printable(this.document, text, font).isIncomplete);
  }

  /** The width of the widest of these texts, each on one line. */
  widthOf(texts: readonly string[], look: Look): number {
    return Math.max(0, ...texts.map((text) => this.ruler(printable(this.document, text, look.font), look)(text)));
  }

  /** The largest size, at most that of the look, in which each of these texts fits into the width on one line. */
  sizeFor(texts: readonly string[], look: Look, width: number): number {
    return look.size * Math.min(1, width / Math.max(1, this.widthOf(texts, look)));
  }

  /**
   * Returns the finished paper. `foot` is written on each page, in at most two lines, with page numbers if there are
   * several.
   */
  finish(foot = ""): ReadableStream<Uint8Array> {
    const { count } = this.document.bufferedPageRange();
    const look: Look = { font: "Helvetica", size: 9, color: SOFT };
    for (let page = 0; page < count; page += 1) {
      this.document.switchToPage(page);
      const number = foot && count > 1 ? `Page ${page + 1} of ${count}` : "";
      const top = this.bottom + FOOT / 2;
      const end = top + 2 * heightOf(look);
      this.writeAt(top, end, { text: foot, look, x: MARGIN, width: WIDTH - 80, most: 2 });
      this.writeAt(top, end, { text: number, look, x: RIGHT - 70, width: 70, align: "right", most: 1 });
    }
    this.document.end();
    return Readable.toWeb(this.document.pipe(new PassThrough())) as ReadableStream<Uint8Array>;
  }

  private measured(block: Block): MeasuredBlock {
    const measured = this.measurements.get(block) ?? this.measure(block);
    this.measurements.set(block, measured);
    return measured;
  }

  private measure(block: Block): MeasuredBlock {
    const lines: Line[] = [];
    let height = 0;
    let isIncomplete = false;
    for (const column of block.columns) {
      let top = 0;
      for (const words of column.filter(({ text }) => text !== "")) {
        top += words.above ?? 0;
        const print = printable(this.document, words.text, words.look.font);
        isIncomplete ||= print.isIncomplete;
        for (const text of wrapped(print.text, words.width, this.ruler(print, words.look), words.most)) {
          lines.push({ text, font: print.font, words, top });
          top += heightOf(words.look);
        }
      }
      height = Math.max(height, top);
    }
    return { lines: lines.toSorted((line, next) => line.top - next.top), height, block, isIncomplete };
  }

  private ruler({ font }: { font: string }, { size }: Look): (text: string) => number {
    return (text) => this.document.font(font).fontSize(size).widthOfString(text);
  }

  private turnUnlessFits(height: number): void {
    if (this.y + height > this.bottom && height <= this.roomOfAPage()) this.turn();
  }

  private roomOfAPage(): number {
    const headings = this.headings.map((heading) => this.measured(heading));
    return this.bottom - MARGIN - headings.reduce((sum, { height, block }) => sum + height + (block.below ?? 0), 0);
  }

  private place(measured: MeasuredBlock): void {
    this.turnUnlessFits(measured.height);
    this.draw(measured);
  }

  private draw({ lines, height, isIncomplete, block: { below = 0, tick, rule } }: MeasuredBlock): void {
    this.isIncomplete ||= isIncomplete;
    let top = this.y;
    for (const [index, line] of lines.entries()) {
      if (top + line.top + heightOf(line.words.look) > this.bottom) {
        this.turn();
        top = this.y - line.top;
      }
      if (index === 0 && tick !== undefined) this.tickBox(tick, top + line.top);
      this.print(line, top + line.top);
    }
    this.y = top + height + below;
    if (rule) this.rule(typeof rule === "object" ? rule.x : MARGIN, top + height + below / 2);
  }

  private print({ text, font, words: { look, x, width, align } }: Line, y: number): void {
    const pieces = piecesOfLine(text);
    this.document
      .font(font)
      .fontSize(look.size)
      .fillColor(look.color ?? "black");
    const widths = pieces.map((piece) => this.document.widthOfString(piece));
    let start = align === "right" ? x + width - widths.reduce((sum, pieceWidth) => sum + pieceWidth, 0) : x;
    for (const [index, piece] of pieces.entries()) {
      this.document.text(piece, start, y + BASELINE * look.size, { lineBreak: false, baseline: "alphabetic" });
      start += widths[index] ?? 0;
    }
  }

  private tickBox(x: number, y: number): void {
    this.document
      .rect(x, y + 2, TICK_BOX, TICK_BOX)
      .strokeColor(SOFT)
      .stroke();
  }

  private rule(x: number, y: number): void {
    this.document.moveTo(x, y).lineTo(RIGHT, y).strokeColor(LINE).stroke();
  }
}

const NOTE_OF_LOSS = { text: SEE_THE_PAGE, look: { font: "Helvetica", size: 10 }, above: 4 } satisfies Partial<Words>;

/** The block with the note below its last column. */
function withNoteOfLoss(block: Block): Block {
  const column = block.columns.at(-1) ?? [];
  const { x = MARGIN, width = WIDTH } = column.at(-1) ?? {};
  return { ...block, columns: [...block.columns.slice(0, -1), [...column, { ...NOTE_OF_LOSS, x, width }]] };
}

const totalHeight = (blocks: readonly MeasuredBlock[]): number =>
  blocks.reduce(
    (sum, { height, block }, index) => sum + height + (index < blocks.length - 1 ? (block.below ?? 0) : 0),
    0,
  );
