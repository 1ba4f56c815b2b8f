import { Notice } from "~/ui/notice/notice";
import { dollars } from "~/ui/price/money";

/** A product that costs something else than when the buyer last saw it, in dollars. */
export interface PriceChange {
  title: string;
  was: number;
  now: number;
}

/** Says before anything is paid what costs something else by now. */
export function PriceChanges({ changes }: { changes: PriceChange[] }) {
  if (changes.length === 0) return null;
  const sentences = changes.map(({ title, was, now }) => `${title} was ${dollars(was)} and is ${dollars(now)} now.`);
  return <Notice still type="danger" message={`A price has changed: ${sentences.join(" ")}`} />;
}
