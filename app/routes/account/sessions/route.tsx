import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import { titled } from "~/routes/shared/titles";
import { postedForm } from "~/session/form.server";
import { guarded } from "~/session/session.server";
import { small, soft } from "~/styles/text.css";
import { Button } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { PlainForm } from "~/ui/form/plain-form";
import { Link } from "~/ui/link/link";
import { AccountPanel } from "../account-panel";
import { signedIn } from "../signed-in.server";
import * as styles from "./styles.css";

export const meta = titled("Where you are signed in");

const HERE = "/sessions";

export async function loader(args: LoaderFunctionArgs) {
  const { session } = await signedIn(args, HERE);
  const { data } = await guarded(session, () => read(session.api().user.sessions.$get()));
  const moment = new Intl.DateTimeFormat("en-GB", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: session.config.timeZone,
  });
  return {
    sessions: data.map(({ _id, device, current, createdAt, lastUsedAt }) => ({
      _id,
      device: device || "A device from before this list was kept",
      current,
      since: moment.format(new Date(createdAt)),
      lastUsed: moment.format(new Date(lastUsedAt)),
    })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { session } = await signedIn(args, HERE);
  const one = (await postedForm(args.request)).get("session");
  const { sessions } = session.api().user;
  const message = await guarded(session, async () => {
    if (typeof one !== "string") return (await read(sessions.$delete())).message;
    try {
      return (await read(sessions[":session"].$delete({ param: { session: one } }))).message;
    } catch (failure) {
      // It has ended already, perhaps by this very form, whose answer was lost.
      if (failure instanceof ApiFailure && failure.status === 404) return "That session has ended.";
      throw failure;
    }
  });
  return session.redirect(HERE, { notice: message });
}

export default function Sessions() {
  const { sessions } = useLoaderData<typeof loader>();
  return (
    <AccountPanel
      title="Where you are signed in"
      intro="End what you do not know. If something is strange, choose a new password: that ends every other session."
    >
      <div className={styles.list} role="list">
        {sessions.map(({ _id, device, current, since, lastUsed }) => (
          <div key={_id} className={styles.item} role="listitem">
            <p>
              <b>{device}</b>
              <span className={classNames(soft, small, styles.when)}>
                {current ? "This one" : `Last used ${lastUsed}`}, signed in {since}
              </span>
            </p>
            {current ? null : (
              <PlainForm>
                <Button variant="quiet" name="session" value={_id} aria-label={`End ${device}, last used ${lastUsed}`}>
                  End this
                </Button>
              </PlainForm>
            )}
          </div>
        ))}
      </div>
      {sessions.length > 1 ? (
        <PlainForm>
          <Button wide name="intent" value="others">
            End all others
          </Button>
        </PlainForm>
      ) : null}
      <ul>
        <li>
          Forgotten who has your password? <Link to="/reset_password">Choose a new one</Link>
        </li>
        <li>
          <Link to="/security">Second factor</Link>
        </li>
      </ul>
    </AccountPanel>
  );
}
