import { isDay } from "~/features/days";
import { z } from "~/features/zod";
import { asciiDigits } from "~/features/ascii-digits";
import { nameSigns, plainSigns, visibleText } from "~/platform/written";
import { canonicalEmail } from "./email-address";

/*
 * The kinds of field in payloads and forms. The messages are for people. The browser loads this file where a form
 * checks itself, so nothing heavy belongs here.
 */

/**
 * Control characters except tab and line breaks. A NUL cannot be stored in Postgres and serves nobody. A wrong code
 * page leaves those from U+0080 on in place of dashes and quotation marks.
 */
export const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

const printable = (value: string) => !UNPRINTABLE.test(value);
const UNPRINTABLE_MESSAGE = "There is a character in it that cannot be used.";

/** As `visibleText`. Forms send two characters for each end of a line, which are counted and stored as one. */
const writtenText = (text: string) => visibleText(text).replace(/\r\n?/g, "\n");

/** A required text of 1 to `max` characters after trimming. `label` names it at the start of a sentence. */
export function text(label: string, max = 200) {
  return z
    .string({ error: `${label} is required` })
    .overwrite(writtenText)
    .trim()
    .min(1, `${label} is required`)
    .max(max, `${label} can have at most ${max} characters.`)
    .refine(printable, UNPRINTABLE_MESSAGE);
}

/** A person's name: as `text`, on one line, without characters that could make a link of it. */
export function personName(label: string, max = 80) {
  return z
    .string({ error: `${label} is required` })
    .transform((value) => (printable(value) ? nameSigns(value) : value))
    .pipe(text(label, max))
    .meta({ minLength: 1, maxLength: max });
}

/** A text that may be missing or empty; empty stands for none. */
export function optionalText(label: string, max = 200) {
  return z
    .string({ error: `${label} must be a text.` })
    .overwrite(writtenText)
    .trim()
    .max(max, `${label} can have at most ${max} characters.`)
    .refine(printable, UNPRINTABLE_MESSAGE)
    .default("");
}

/** A text that is only compared with what is stored. It may be empty. */
export function comparedText(label: string, max = 200) {
  return z
    .string({ error: `${label} is required` })
    .max(max, `${label} can have at most ${max} characters.`)
    .refine(printable, UNPRINTABLE_MESSAGE);
}

/** An e-mail address in the form that is compared and stored: in lower case, with the domain in ASCII. */
export const email = z
  .string({ error: "Email is required" })
  .trim()
  .min(1, "Email is required")
  .max(254, "Email can have at most 254 characters.")
  .toLowerCase()
  .overwrite((value) => canonicalEmail(value) ?? value)
  .max(254, "Email can have at most 254 characters.")
  .refine((value) => canonicalEmail(value) !== null, "Email is invalid");

/** A new password: 8 to 128 characters. The server also refuses common ones. */
export const newPassword = z
  .string({ error: "Password is required" })
  .min(1, "Password is required")
  .min(8, "Password must have at least 8 characters.")
  .max(128, "Password can have at most 128 characters.");

/** A password that is only compared. */
export const givenPassword = z
  .string({ error: "Password is required" })
  .min(1, "Password is required")
  .max(1000, "That password is too long.");

/** The five-digit code of a mail. */
export const code = z
  .string({ error: "Enter the 5-digit code from the mail." })
  .overwrite(asciiDigits)
  .trim()
  .regex(/^\d{5}$/, "Enter the 5-digit code from the mail.");

/** The most characters of a phone as typed, with all signs between its digits. */
const LONGEST_PHONE = 100;
const EXTENSION = / ?(?:ext(?:ension|n)?|x|#|dw|durchwahl|poste|int(?:erno)?|toestel|ramal|anexo)[.: ]*(\d{1,6})$/i;

/**
 * A phone as `+15550100199` or `+15550100199 ext. 12`. Spaces, dashes, dots, brackets and slashes may be typed. Refuses
 * other letters, and more than `max` digits.
 */
export function phone(label: string, max = 20) {
  return z
    .string({ error: `${label} must be a text of digits.` })
    .max(LONGEST_PHONE, { error: `${label} can have at most ${max} digits.`, abort: true })
    .overwrite((value) => plainSigns(asciiDigits(value)))
    .transform((value) => {
      const [extension = "", inside] = EXTENSION.exec(value) ?? [];
      const number = value.slice(0, value.length - extension.length).replace(/[ ()./-]/g, "");
      return inside === undefined ? number : `${number} ext. ${inside}`;
    })
    .refine((value) => /^\+?\d*(?: ext\. \d+)?$/.test(value), `${label} can only have digits.`)
    .refine((value) => value.replace(/\D/g, "").length <= max, `${label} can have at most ${max} digits.`)
    .default("");
}

/** An id: 24 hex characters. */
export const id = z.string({ error: "An id is required." }).regex(/^[0-9a-f]{24}$/, "That is not an id.");

/** A day as a date field sends it; empty stands for none. */
export const day = (label: string) => {
  const error = `${label} must be a day such as 2026-03-31.`;
  return z
    .string({ error })
    .refine((value) => value === "" || isDay(value), { error })
    .meta({ pattern: "^([0-9]{4}-[0-9]{2}-[0-9]{2})?$" })
    .default("");
};

/** For `refine`: checks that a range's first day is not after its last. Either may be open. */
export const inOrder = {
  check: ({ since, until }: { since: string; until: string }) => !since || !until || since <= until,
  error: { error: "The first day must not be after the last.", path: ["until"] },
};

/** A number of pieces: 1 to 9,999. */
export const quantity = z
  .number({ error: "Quantity must be a whole number from 1." })
  .int("Quantity must be a whole number from 1.")
  .min(1, "Quantity must be a whole number from 1.")
  .max(9999, "Quantity can be at most 9999.");

/** One object, as every call that reads or writes one object answers it. */
export function single<Doc extends z.ZodType>(doc: Doc) {
  return z.object({ data: doc });
}

/** The answer of a call without data: a sentence for people. */
export const messageAnswer = z.object({ message: z.string() });

/**
 * A picture of ours: `url` is one size of it; `/media/{_id}/{width}.webp` and `.avif` exist for every one of
 * `widths`.
 */
export const image = z.object({
  _id: z.string(),
  url: z.string(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  widths: z.array(z.number().int()).optional(),
});
export type Image = z.infer<typeof image>;

/** Ids of pictures that somebody has sent before. */
export const pictureIds = (limit: number) =>
  z
    .array(id, { error: "pictures must be a list of ids." })
    .max(limit, `At most ${limit} pictures.`)
    .describe("Ids of pictures that were sent before, in their order.");

/** Dollars with at most two decimals, as the API sends and receives money. Its document marks them by the format. */
export const dollars = z.number().meta({ format: "dollars" });

const SHOWN_SUM = "This must be a sum of money that was shown.";
/** A sum that somebody has seen, sent back so that a different one is noticed. No order's sum exceeds the limit. */
export const shownDollars = z
  .number({ error: SHOWN_SUM })
  .min(0, SHOWN_SUM)
  .max(1_000_000_000_000, SHOWN_SUM)
  .meta({ format: "dollars" });

const COUNTED = "This must be a whole number from 0 that was answered before.";
/** A count or version from an earlier answer, sent back so that a different one is noticed. */
export const shownCount = z.number({ error: COUNTED }).int(COUNTED).min(0, COUNTED).max(1_000_000_000, COUNTED);

/** Money inside the shop, in whole cents. Only the edge of the API converts it to dollars. */
export type Cents = number;

/** From cents inside to dollars outside. Exact, because the quotient of an integer by 100 prints as it should. */
export function toDollars(cents: Cents): number {
  return cents / 100;
}

/** From dollars outside to cents inside. Floats of dollars are a little off, so it takes the nearest cent. */
export function toCents(amount: number): Cents {
  return Math.round(amount * 100);
}

/** The price of several pieces, in dollars. It is multiplied in cents, so that 4.35 times 3 is exactly 13.05. */
export function priceOfPieces(price: number, quantity: number): number {
  return toDollars(toCents(price) * quantity);
}

/** The colour of a category, as the background of everything that belongs to it. */
export const tint = z.enum(["leafy", "red", "clay", "gold", "plum", "sky"]);
export type Tint = z.infer<typeof tint>;
