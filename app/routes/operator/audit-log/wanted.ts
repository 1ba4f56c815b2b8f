import { dayIn } from "../list-address";

/** The filters in an address of the audit log. Senseless values are left out, days in the wrong order are swapped. */
export function wantedIn(search: URLSearchParams) {
  const [first, second] = [dayIn(search, "since"), dayIn(search, "until")];
  const turned = first !== "" && second !== "" && first > second;
  return {
    q: (search.get("q") ?? "").replaceAll("\0", "").trim().slice(0, 120),
    action: matching(search.get("action"), /^[a-z]+\.[a-z_]+$/),
    actor: matching(search.get("actor"), /^([0-9a-f]{24}|command-line)$/),
    since: turned ? second : first,
    until: turned ? first : second,
  };
}

const matching = (text: string | null, pattern: RegExp) => (text !== null && pattern.test(text) ? text : "");
