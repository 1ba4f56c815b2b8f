import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ApiFailure, read } from "~/api/client";
import { AREAS, AREAS_OF, personalTokenForm, type Scope } from "~/features/accounts/personal-token-schema";
import { dayOf } from "~/routes/shared/times.server";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded } from "~/session/session.server";
import { Link } from "~/ui/link/link";
import { AccountPanel } from "../account-panel";
import { signedIn } from "../signed-in.server";
import { NewTokenForm } from "./new-token-form";
import { TokenList } from "./token-list";
import { TokenMade } from "./token-made";

export const meta = titled("Tokens for programs");

const HERE = "/security/tokens";

/** Scopes in words: "Orders (read), Profile (read and change)". */
function inWords(scopes: Scope[]): string {
  return scopes
    .map((scope) => {
      const [area, may] = scope.split(":");
      return `${AREAS[area as keyof typeof AREAS].title} (${may === "write" ? "read and change" : "read"})`;
    })
    .join(", ");
}

export async function loader(args: LoaderFunctionArgs) {
  const { session, user } = await signedIn(args, HERE);
  const { data } = await guarded(session, () => read(session.api().user.tokens.$get()));
  return {
    key: formKey(),
    tokens: data.map(({ _id, name, scopes, createdAt, lastUsedAt, expiresAt }) => ({
      _id,
      name,
      opens: inWords(scopes),
      made: dayOf(session, createdAt),
      lastUsed: lastUsedAt && dayOf(session, lastUsedAt),
      ends: dayOf(session, expiresAt),
    })),
    areas: AREAS_OF[user.privilege].map((area) => ({ area, ...AREAS[area] })),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { session } = await signedIn(args, HERE);
  const form = await postedForm(args.request);
  const { tokens } = session.api().user;
  const tokenId = form.get("revoke");
  if (typeof tokenId === "string") {
    try {
      const { message } = await guarded(session, () => read(tokens[":id"].$delete({ param: { id: tokenId } })));
      return await session.redirect(HERE, { notice: message });
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.status >= 500) throw failure;
      // It is revoked already, perhaps by this very form, whose answer was lost.
      if (failure.status === 404) return session.redirect(HERE, { notice: "The token is revoked." });
      return session.redirect(HERE, { notice: { type: "danger", message: failure.message } });
    }
  }
  return answerForm(args, form, { schema: personalTokenForm }, async (json, _, key) => {
    const { token } = await read(session.api(key).user.tokens.$post({ json }));
    return Response.json({ token, name: json.name }, { headers: { "Cache-Control": "no-store" } });
  });
}

export default function Tokens() {
  const { key, tokens, areas } = useLoaderData<typeof loader>();
  const answer = useActionData<Refused | { token: string; name: string }>();
  if (answer && "token" in answer) return <TokenMade {...answer} />;
  return (
    <AccountPanel
      title="Tokens for programs"
      intro="A token lets a program of yours use your account without your password: only what you choose, and until you revoke it. Choosing a new password ends all of them."
    >
      <TokenList tokens={tokens} />
      <NewTokenForm idempotencyKey={key} areas={areas} />
      <ul>
        <li>
          <Link to="/developers">What programs can do</Link>
        </li>
        <li>
          <Link to="/security">Security of your account</Link>
        </li>
      </ul>
    </AccountPanel>
  );
}
