import { Check } from "~/ui/icon/icons";
import { titled } from "~/routes/shared/titles";
import { ButtonLink } from "~/ui/button/button";
import { Icon } from "~/ui/icon/icon";
import { AccountPanel } from "../account-panel";

export const meta = titled("Password changed");

export default function ResetSuccess() {
  return (
    <AccountPanel
      sign={<Icon of={Check} />}
      title="Password changed"
      intro="You were signed out everywhere else. From now on sign in with the new password."
    >
      <ButtonLink to="/login" wide>
        Login
      </ButtonLink>
    </AccountPanel>
  );
}
