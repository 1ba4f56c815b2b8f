import { Link, useSearchParams } from "@remix-run/react";
import { ShoppingBasket, Store } from "lucide-react";
import { titled } from "~/routes/shared/titles";
import { AccountPanel } from "../account-panel";
import { ChoiceCards } from "../choice-cards";

export const meta = titled("Sign in");

export default function Login() {
  const [search] = useSearchParams();
  const wanted = search.get("redirect_uri");
  const onwards = wanted ? `?redirect_uri=${encodeURIComponent(wanted)}` : "";
  return (
    <AccountPanel title="Sign in as">
      <ChoiceCards
        choices={[
          {
            href: `/login/customer${onwards}`,
            title: "Customer",
            text: "Buy, follow your orders, keep a wishlist.",
            icon: ShoppingBasket,
          },
          {
            href: `/login/merchant${onwards}`,
            title: "Merchant",
            text: "Run your stall: products, orders, payments.",
            icon: Store,
          },
        ]}
      />
      <ul>
        <li>
          New here? <Link to="/signup">Register</Link>
        </li>
      </ul>
    </AccountPanel>
  );
}
