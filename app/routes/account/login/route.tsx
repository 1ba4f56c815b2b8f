import { ShoppingBasket, Store } from "~/ui/icon/icons";
import { titled } from "~/routes/shared/titles";
import { Link } from "~/ui/link/link";
import { AccountPanel } from "../account-panel";
import { ChoiceCards } from "../choice-cards";
import { SignInAgain } from "../sign-in-again";
import { useOnwards } from "../use-onwards";

export const meta = titled("Sign in");

export default function Login() {
  const onwards = useOnwards();
  return (
    <AccountPanel title="Sign in as">
      <SignInAgain />
      <ChoiceCards
        choices={[
          {
            href: onwards("/login/customer"),
            title: "Customer",
            text: "Buy, follow your orders, keep a wishlist.",
            icon: ShoppingBasket,
          },
          {
            href: onwards("/login/merchant"),
            title: "Merchant",
            text: "Run your stall: products, orders, payments.",
            icon: Store,
          },
        ]}
      />
      <ul>
        <li>
          New here? <Link to={onwards("/signup")}>Register</Link>
        </li>
      </ul>
    </AccountPanel>
  );
}
