// Requests of a stranger to any address with up to 16 KB of path and headers.

/** @type {[what: string, query: string, headers: Record<string, string>][]} */
export const TOO_MUCH = [
  ["a late page of a long list", "?page=999999999&from=1", {}],
  ["two hundred parameters", `?${"q=a&sort=price&status=x&".repeat(66)}`, {}],
  ["a search of 1,500 words", `?q=${"ab+".repeat(1500)}&search=${"%22*%25".repeat(200)}`, {}],
  [
    "cookies that nobody set",
    "",
    { Cookie: `cartItems=${"A".repeat(7000)}; authToken=${"B".repeat(3000)}; notice=${"C".repeat(2000)}` },
  ],
  ["long headers", "", { "Accept-Language": "en;q=0,".repeat(1500), Range: `bytes=${"0-1,".repeat(500)}0-1` }],
];
