import { dayIn } from "../list-address";

/** The days of an export as an address has them; those that were typed the wrong way round are turned. */
export function exportDays(search: URLSearchParams): { since: string; until: string } {
  const [since, until] = [dayIn(search, "since"), dayIn(search, "until")];
  return until !== "" && since > until ? { since: until, until: since } : { since, until };
}
