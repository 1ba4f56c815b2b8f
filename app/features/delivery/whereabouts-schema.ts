import { asciiDigits } from "~/features/ascii-digits";
import { day } from "~/features/fields";
import { z } from "~/features/zod";

/* Where and when somebody wants goods. */

/** How many days ahead a time can be chosen. */
export const DAYS_AHEAD = 42;

const SENTENCE = "Write the postcode as it stands in an address, such as 05401.";
/** The longest postcodes are those of the US with four digits more. */
const MOST_LETTERS = 12;

/** A postcode in capitals with single spaces, as people read it. */
const tidied = (text: string): string =>
  asciiDigits(text)
    .normalize("NFKC")
    .toUpperCase()
    .replace(/\s+/g, " ")
    .replace(/ ?[-\u2010-\u2014] ?/g, "-")
    .trim();

/** A postcode of any country: letters and digits, with a digit somewhere. */
export const postcode = z
  .string({ error: SENTENCE })
  .max(40, SENTENCE)
  .transform(tidied)
  .pipe(
    z
      .string()
      .max(MOST_LETTERS, SENTENCE)
      .regex(/\d/, SENTENCE)
      .regex(/^[A-Z0-9]+(?:[ -][A-Z0-9]+)*$/, SENTENCE),
  );

/** The fields of the form for postcode and day. */
export const whereabouts = z.object({ postcode, day: day("A day") });

/** Parameters of lists and products. */
export const whereaboutsQuery = z.object({
  postcode: postcode
    .optional()
    .describe("Where the goods are to go: only what reaches it now. It is neither logged nor kept.")
    .meta({ type: "string" }),
  day: day("A day")
    .optional()
    .describe("With postcode: the day on which the goods are wanted, YYYY-MM-DD, up to six weeks ahead."),
});

/** For `refine`: a day goes with a postcode. */
export const isPlaced = {
  check: ({ postcode: code, day: date }: { postcode?: string | undefined; day?: string | undefined }) =>
    !date || code !== undefined,
  error: { error: "day goes with postcode.", path: ["day"] },
};

/** Whether a product reaches the place where a buyer wants it. */
export const reaches = z
  .enum(["yes", "no", "unknown"])
  .describe(
    "Where a postcode was named and not all that is listed reaches it: whether it can be had there, on the day that was named or on any. unknown where its stall goes to towns by their names.",
  );
