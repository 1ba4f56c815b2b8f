import { describe, expect, test } from "vitest";
import { backInWords, checkSeason, isInSeason, nextSeason, publicSeasonOn, type Season } from "./season-schema";

const yearly = (from: string, until: string): Season => ({ from, until, yearly: true });
const once = (from: string, until: string): Season => ({ from, until, yearly: false });

describe("a season", () => {
  test.each([
    ["of every year, on its first day", yearly("2020-05-01", "2020-06-24"), "2026-05-01", true, null],
    ["of every year, on its last day", yearly("2020-05-01", "2020-06-24"), "2026-06-24", true, null],
    ["of every year, the day before", yearly("2020-05-01", "2020-06-24"), "2026-04-30", false, "2026-05-01"],
    ["of every year, the day after", yearly("2020-05-01", "2020-06-24"), "2026-06-25", false, "2027-05-01"],
    ["over the end of a year, before it", yearly("2025-11-01", "2026-02-28"), "2026-12-31", true, null],
    ["over the end of a year, after it", yearly("2025-11-01", "2026-02-28"), "2027-01-01", true, null],
    ["over the end of a year, in spring", yearly("2025-11-01", "2026-02-28"), "2026-03-01", false, "2026-11-01"],
    ["over the end of a year, in autumn", yearly("2025-11-01", "2026-02-28"), "2026-10-31", false, "2026-11-01"],
    ["until 28 February, on the 29th", yearly("2025-11-01", "2026-02-28"), "2028-02-29", false, "2028-11-01"],
    ["until 29 February, on the 29th", yearly("2023-11-01", "2024-02-29"), "2028-02-29", true, null],
    ["until 29 February, on the 28th of another year", yearly("2023-11-01", "2024-02-29"), "2027-02-28", true, null],
    [
      "until 29 February, on 1 March of another year",
      yearly("2023-11-01", "2024-02-29"),
      "2027-03-01",
      false,
      "2027-11-01",
    ],
    [
      "from 29 February, before it in a leap year",
      yearly("2024-02-29", "2024-05-01"),
      "2028-02-28",
      false,
      "2028-02-29",
    ],
    [
      "from 29 February, before it in another year",
      yearly("2024-02-29", "2024-05-01"),
      "2027-02-28",
      false,
      "2027-03-01",
    ],
    ["from 29 February, on 1 March of another year", yearly("2024-02-29", "2024-05-01"), "2027-03-01", true, null],
    ["of one day", yearly("2026-12-24", "2026-12-24"), "2027-12-24", true, null],
    ["once, in it", once("2026-11-01", "2027-02-01"), "2027-01-01", true, null],
    ["once, before it", once("2026-11-01", "2027-02-01"), "2026-10-31", false, "2026-11-01"],
    ["once, after it", once("2026-11-01", "2027-02-01"), "2027-11-02", false, null],
  ])("%s", (_, season, day, isOpen, backOn) => {
    expect(isInSeason(season, day)).toBe(isOpen);
    if (!isOpen) expect(nextSeason(season, day)).toBe(backOn);
  });

  test.each([
    ["", "", false, []],
    ["", "", true, ["from", "until"]],
    ["2026-05-01", "", false, ["until"]],
    ["", "2026-05-01", false, ["from"]],
    ["2026-02-30", "2026-05-01", false, ["from"]],
    ["1 May", "2026-06-01", true, ["from"]],
    ["2026-05-02", "2026-05-01", false, ["until"]],
    ["2026-11-01", "2026-02-28", true, []],
    ["2026-11-01", "2027-02-28", true, []],
    ["2026-05-01", "2027-04-30", true, []],
    ["2026-05-01", "2027-05-01", true, ["until"]],
    ["2026-05-01", "2028-05-01", false, []],
  ])("from %j until %j, yearly %j is refused at %j", (from, until, isYearly, fields) => {
    const refusal: string[] = [];
    checkSeason({ from, until, yearly: isYearly }, (field) => refusal.push(field));
    expect(refusal).toEqual(fields);
  });

  test("says when it is back, with the year where that is no matter of course", () => {
    const day = "2026-07-01";
    expect(backInWords(publicSeasonOn(yearly("2020-05-01", "2020-06-24"), day))).toBe("Back on 1 May");
    expect(backInWords(publicSeasonOn(once("2028-05-01", "2028-06-24"), day))).toBe("Back on 1 May 2028");
    expect(backInWords(publicSeasonOn(once("2025-05-01", "2025-06-24"), day))).toBe("Out of season");
  });
});
