import { useLocation } from "@remix-run/react";
import { stack } from "~/styles/layout.css";
import { ButtonLink, MoreLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Panel } from "~/ui/panel/panel";
import { CheckoutSteps } from "../steps";

/**
 * The payment is made, but the order is not placed yet. With scripts, the page checks again by itself, otherwise by a
 * link.
 */
export function Settling() {
  const { pathname, search } = useLocation();
  return (
    <div className={stack} data-needs-scripts="" data-look-again="">
      <CheckoutSteps current={1} />
      <Panel as="div">
        <EmptyState
          headingLevel={1}
          title="Your payment is being confirmed"
          text="We have not heard yet that it went through, which can take a moment. Your order is safe and your card is charged once at most: please do not pay again. We finish it by ourselves and mail you the details."
          action={
            <>
              <ButtonLink to={pathname + search}>Look again</ButtonLink>
              <MoreLink to="/customer/order_history">Order History</MoreLink>
            </>
          }
        />
      </Panel>
    </div>
  );
}
