import { Notice } from "~/ui/notice/notice";
import { dollars } from "~/ui/price/money";

/** A product whose price differs from the one that the buyer last saw, in dollars. */
export interface PriceChange {
  title: string;
  was: number;
  now: number;
}

/** Tells the buyer before payment which prices have changed. */
export function PriceChanges({ changes }: { changes: PriceChange[] }) {
  if (changes.length === 0) return null;
  const sentences = changes.map(({ title, was, now }) => `${title} was ${dollars(was)} and is ${dollars(now)} now.`);
  return <Notice still type="danger" message={`A price has changed: ${sentences.join(" ")}`} />;
}
