import { weekdayInWords } from "~/features/days";

/** Where and when somebody wants goods, as the form and pages show it; empty where nobody has said so. */
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
