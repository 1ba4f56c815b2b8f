import { Check } from "lucide-react";
import { titled } from "~/routes/shared/titles";
import { ButtonLink } from "~/ui/button/button";
import { Icon } from "~/ui/icon/icon";
import { AccountPanel } from "../account-panel";

export const meta = titled("Account created");

export default function SignUpSuccess() {
  return (
    <AccountPanel
      sign={<Icon of={Check} />}
      title="Account Created Successfully"
      intro="Your email is verified. Sign in and have a look around."
    >
      <ButtonLink to="/login" wide>
        Login
      </ButtonLink>
    </AccountPanel>
  );
}
