import { titled } from "~/routes/shared/titles";
import { LoginForm } from "../login-form";
import { signIn } from "../sign-in.server";

export const meta = titled("Merchant Sign In");

export const action = signIn;

export default function MerchantLogin() {
  return <LoginForm kind="Merchant" signUpHref="/signup/merchant" />;
}
