import type { MerchantOrderDetails } from "~/features/merchant-orders/schema";
import type { Choice } from "~/routes/shared/refund-choice/choice";
import { FeeChoice } from "~/routes/shared/refund-choice/fee-choice";
import { LineFigures } from "~/routes/shared/refund-choice/line-figures";
import { stack } from "~/styles/layout.css";
import { Button } from "~/ui/button/button";
import { QueryForm } from "~/ui/form/query-form";
import { Panel } from "~/ui/panel/panel";

interface ChooseFormProps {
  path: string;
  lines: MerchantOrderDetails["carts"];
  choice: Pick<Choice, "typed" | "problems">;
  /** The delivery fee that is left, in dollars. `isFeeChosen` says whether it is to go back. */
  fee: number;
  isFeeChosen: boolean;
}

/** The pieces or the sum of money to refund for each line. A plain GET form, which is answered with the sums. */
export function ChooseForm({ path, lines, choice, fee, isFeeChosen }: ChooseFormProps) {
  return (
    <Panel title="What goes back" stacked>
      <QueryForm key={`${isFeeChosen} ${JSON.stringify(choice.typed)}`} action={`${path}#sums`} className={stack}>
        <LineFigures lines={lines} choice={choice} />
        <FeeChoice fee={fee} isChosen={isFeeChosen} />
        <div>
          <Button variant="quiet">Show the sums</Button>
        </div>
      </QueryForm>
    </Panel>
  );
}
