/**
 * Judges a report of `npm audit --json`. `unexplained` has a line for each advisory without an explanation; `outdated`
 * lists the explanations of advisories that are no longer reported. Null if the report is not valid, because the
 * registry has no advisories or was out of reach: then nothing is known.
 *
 * @param {unknown} report
 * @param {Record<string, string>} explained by the advisory's address: why it does not concern this product
 * @returns {{ unexplained: string[], outdated: string[] } | null}
 */
export function judge(report, explained) {
  const vulnerabilities = /** @type {any} */ (report)?.vulnerabilities;
  if (typeof vulnerabilities !== "object" || vulnerabilities === null) return null;
  /** @type {Map<string, string>} */
  const severities = new Map();
  for (const { via } of Object.values(/** @type {Record<string, { via: any[] }>} */ (vulnerabilities)))
    for (const cause of via)
      // A text names another package of the report, which has its own entry with its own cause.
      if (typeof cause === "object")
        severities.set(cause.url, `${cause.severity}: ${cause.name}: ${cause.title} ${cause.url}`);
  return {
    unexplained: [...severities].filter(([url]) => !(url in explained)).map(([, line]) => line),
    outdated: Object.keys(explained).filter((url) => !severities.has(url)),
  };
}
