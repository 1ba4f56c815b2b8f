import { center } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { ButtonLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";
import { Free, Sum, Sums } from "~/ui/sums/sums";
import { totalOf, type CartFee } from "./cart-fees";
import * as styles from "./styles.css";

interface OrderSummaryProps {
  /** The price of the goods in dollars. */
  total: number;
  fees: CartFee[];
  orderable: boolean;
  empty: boolean;
}

/** The sum of the cart, and the button to pay, which stays at the foot of a phone's screen. */
export function OrderSummary({ total, fees, orderable, empty }: OrderSummaryProps) {
  const sum = totalOf(total, fees);
  return (
    <div className={styles.summary}>
      <Panel as="aside" title="Order Summary" stacked>
        <Sums
          rows={[
            { label: "Subtotal", value: <Sum amount={total} /> },
            ...(fees.length === 0 ? [{ label: "Shipping", value: <Free /> }] : []),
            ...fees.map(({ name, fee }) => ({
              label: name ? `Shipping, ${name}` : "Shipping",
              value: fee === null ? "chosen at checkout" : <Sum amount={fee} />,
            })),
            { label: "Total", value: <Sum amount={sum} />, total: true },
          ]}
        />
        <p className={classNames(small, soft, center)}>
          {orderable
            ? "Nothing is charged until you pay."
            : empty
              ? "Put something into your cart first."
              : "Some of your cart cannot be ordered as it is. See the marked lines."}
        </p>
      </Panel>
      <div className={empty ? undefined : styles.onwards}>
        {empty ? (
          <ButtonLink to="/checkout" wide disabled>
            Proceed to Checkout
          </ButtonLink>
        ) : (
          <>
            {/* The sum again, because the summary may be off the screen. */}
            <b className={styles.total} aria-hidden="true">
              <Sum amount={sum} />
            </b>
            {/* Never disabled, because a quantity that is typed into the cart may make it orderable. */}
            <SubmitButton intent="checkout" wide>
              Proceed to Checkout
            </SubmitButton>
          </>
        )}
      </div>
    </div>
  );
}
