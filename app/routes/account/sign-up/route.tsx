import { ShoppingBasket, Store } from "~/ui/icon/icons";
import { titled } from "~/routes/shared/titles";
import { Link } from "~/ui/link/link";
import { AccountPanel } from "../account-panel";
import { ChoiceCards } from "../choice-cards";
import { useOnwards } from "../use-onwards";

export const meta = titled("Sign up");

export default function SignUp() {
  const onwards = useOnwards();
  return (
    <AccountPanel title="Join as" intro="An account is free. All it takes is an email address.">
      <ChoiceCards
        choices={[
          {
            href: onwards("/signup/customer"),
            title: "Customer",
            text: "Buy from many stalls at once and follow your orders.",
            icon: ShoppingBasket,
          },
          {
            href: onwards("/signup/merchant"),
            title: "Merchant",
            text: "Open a stall and sell what you grow, bake or catch.",
            icon: Store,
          },
        ]}
      />
      <ul>
        <li>
          Have an account already? <Link to={onwards("/login")}>Sign In</Link>
        </li>
      </ul>
    </AccountPanel>
  );
}
