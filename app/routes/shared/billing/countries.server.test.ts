import { afterEach, expect, test, vi } from "vitest";
import { countryNames, regionsOf } from "./countries.server";

afterEach(() => vi.restoreAllMocks());

test("every country that can be chosen has regions", () => {
  expect(countryNames()).toContain("United States");
  expect(countryNames().filter((country) => regionsOf(country).length === 0)).toEqual([]);
  expect(regionsOf("United States")).toContain("Vermont");
});

test("an unknown country has no regions and is logged, on one line", () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  expect(regionsOf("Atlantis\nerror: all is lost")).toEqual([]);
  expect(warn).toHaveBeenCalledExactlyOnceWith('unknown country: "Atlantis\\nerror: all is lost"');
});

test("no country chosen is nothing to log", () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  expect(regionsOf("")).toEqual([]);
  expect(warn).not.toHaveBeenCalled();
});
