import type { RefundLine } from "~/features/refunds/schema";

/** The lines whose sums are shown, as hidden fields of the form. */
export function ChosenLines({ lines }: { lines: RefundLine[] }) {
  return lines.map(({ lineId, quantity, amount }, place) => (
    <div key={lineId} hidden>
      <input type="hidden" name={`lines[${place}].lineId`} value={lineId} />
      {amount === undefined ? (
        <input type="hidden" name={`lines[${place}].quantity`} value={quantity} />
      ) : (
        <input type="hidden" name={`lines[${place}].amount`} value={amount} />
      )}
    </div>
  ));
}
