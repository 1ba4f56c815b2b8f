import { Link } from "@remix-run/react";
import { ShoppingBasket, Store } from "lucide-react";
import { titled } from "~/routes/shared/titles";
import { AccountPanel } from "../account-panel";
import { ChoiceCards } from "../choice-cards";

export const meta = titled("Sign up");

export default function SignUp() {
  return (
    <AccountPanel title="Join as" intro="An account is free. All it takes is an email address.">
      <ChoiceCards
        choices={[
          {
            href: "/signup/customer",
            title: "Customer",
            text: "Buy from many stalls at once and follow your orders.",
            icon: ShoppingBasket,
          },
          {
            href: "/signup/merchant",
            title: "Merchant",
            text: "Open a stall and sell what you grow, bake or catch.",
            icon: Store,
          },
        ]}
      />
      <ul>
        <li>
          Have an account already? <Link to="/login">Sign In</Link>
        </li>
      </ul>
    </AccountPanel>
  );
}
