import { titled } from "~/routes/shared/titles";
import { LoginForm } from "../login-form";
import { signIn } from "../sign-in.server";

export const meta = titled("Sign In");

export const action = signIn;

export default function CustomerLogin() {
  return <LoginForm kind="Customer" signUpHref="/signup/customer" />;
}
