import { weekdayInWords } from "~/features/days";

/** Where and when a person wants goods, for the form and the pages. Empty if the person has not said so. */
export interface Place {
  postcode: string;
  day: string;
  /** The days that can be chosen. */
  firstDay: string;
  lastDay: string;
}

/** "05401", "05401 on Saturday 28 November". */
export const placeInWords = ({ postcode, day }: Pick<Place, "postcode" | "day">): string =>
  day ? `${postcode} on ${weekdayInWords(day)}` : postcode;
