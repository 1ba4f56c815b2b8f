import { dayIn } from "../list-address";

/** The days of an export in an address. Days in the wrong order are swapped. */
export function exportDays(search: URLSearchParams): { since: string; until: string } {
  const [since, until] = [dayIn(search, "since"), dayIn(search, "until")];
  return until !== "" && since > until ? { since: until, until: since } : { since, until };
}
