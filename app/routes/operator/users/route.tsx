import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { dayRule, misreadIn, pageRule } from "~/routes/shared/misread";
import { dayOf } from "~/routes/shared/times.server";
import { titled } from "~/routes/shared/titles";
import { roleLabel } from "~/session/areas";
import { formKey, postedForm } from "~/session/form.server";
import { guarded, sessionOf } from "~/session/session.server";
import { visuallyHidden } from "~/styles/layout.css";
import { MoreLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Misread } from "~/ui/misread/misread";
import { Panel } from "~/ui/panel/panel";
import { Cell, Row, Table } from "~/ui/table/table";
import { act } from "../act.server";
import { dayIn, listAddress, pageIn, pagesOf } from "../list-address";
import * as styles from "../operator.css";
import { Pages } from "../pages";
import { OnDay } from "../on-day";
import { SearchForm } from "../search-form";

export const meta = titled("Users");

const PATH = "/operator/users";
const ROWS = 20;
const RULES = [dayRule("day", "The day"), pageRule];

function wantedIn(url: string) {
  const search = new URL(url).searchParams;
  return { q: (search.get("q") ?? "").trim().slice(0, 120), day: dayIn(search), page: pageIn(search) };
}

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const me = await session.require("operator");
  const { q, day, page } = wantedIn(args.request.url);
  const { data } = await guarded(session, () =>
    read(session.api().operator.users.$get({ query: { q, day, page: String(page) } })),
  );
  const pages = pagesOf(data.total, ROWS);
  if (page > pages) throw redirect(listAddress(PATH, { q, day }, pages));
  const users = data.docs.map((user) => ({
    ...user,
    name: `${user.firstName} ${user.lastName}`.trim() || user.email,
    role: roleLabel(user.privilege),
    since: dayOf(session, user.createdAt),
    isMe: user._id === me._id,
  }));
  const misread = misreadIn(new URL(args.request.url).searchParams, RULES);
  return { misread, q, day, page, pages, users, key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  const form = await postedForm(args.request);
  const { q, day, page } = wantedIn(args.request.url);
  return act(args, { to: listAddress(PATH, { q, day }, page) }, (session) =>
    read(
      session
        .api(form.get("_key"))
        .operator.users[":id"]["end-sessions"].$post({ param: { id: String(form.get("user")) } }),
    ),
  );
}

export default function Users() {
  const { misread, q, day, page, pages, users, key } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Users</h1>
      <Misread sentences={misread} />
      <Panel>
        <SearchForm path={PATH} label="Name or email" q={q} />
        {day ? <OnDay text="Signed up on" day={day} to={listAddress(PATH, { q })} /> : null}
      </Panel>
      <Panel>
        {users.length > 0 ? (
          <Table
            caption="Users, newest first"
            head={[
              "Name",
              "Role",
              "Since",
              "Second factor",
              { title: "Sessions", end: true },
              { title: "End sessions", hidden: true },
            ]}
          >
            {users.map(({ _id, name, email, role, verified, createdAt, since, secondFactor, sessions, isMe }) => (
              <Row key={_id}>
                <Cell place="lead" className={styles.breaking}>
                  <b>{name}</b>
                  <br />
                  {email}
                  {verified ? "" : " (not verified)"}
                </Cell>
                <Cell label="Role">{role}</Cell>
                <Cell label="Since">
                  <time dateTime={createdAt}>{since}</time>
                </Cell>
                <Cell label="Second factor">
                  {secondFactor && !isMe ? (
                    <MoreLink to={`${PATH}/${_id}`}>
                      On<span className={visuallyHidden}>: lift the second factor of {name}</span>
                    </MoreLink>
                  ) : secondFactor ? (
                    "On"
                  ) : (
                    "Off"
                  )}
                </Cell>
                <Cell label="Sessions" end num>
                  {sessions}
                </Cell>
                <Cell end>
                  {sessions > 0 ? (
                    <PostForm action={listAddress(PATH, { q, day }, page)} idempotencyKey={`${key}-${_id}`}>
                      <input type="hidden" name="user" value={_id} />
                      <SubmitButton variant="quiet">
                        End sessions<span className={visuallyHidden}> of {isMe ? "yourself" : name}</span>
                      </SubmitButton>
                    </PostForm>
                  ) : null}
                </Cell>
              </Row>
            ))}
          </Table>
        ) : (
          <EmptyState title="Nobody found" text="No name and no address has these letters in it." />
        )}
        <Pages path={PATH} wanted={{ q, day }} page={page} pages={pages} label="Pages of users" />
      </Panel>
    </>
  );
}
