import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft } from "~/ui/icon/icons";
import { ApiFailure, read } from "~/api/client";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, sessionOf } from "~/session/session.server";
import { soft } from "~/styles/text.css";
import { ButtonLink, MoreLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { useAnswer } from "~/ui/form/use-answer";
import { Icon } from "~/ui/icon/icon";
import { WeighForm } from "./weigh-form";
import * as styles from "./styles.css";
import { fieldOfPiece, rowOf, shownPieces, weightsForm } from "./weights-form.server";

export const meta = titled("Weigh");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const { data } = await guarded(session, () => read(session.api().product.order.merchant.weights.$get()));
  const sizes = data.sizes.map((size) => ({
    ...size,
    lines: size.lines.map((line) => ({ ...line, ...shownPieces(line.weights), row: rowOf(line._id) })),
  }));
  return { ...data, sizes, key: formKey() };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("merchant");
  const form = await postedForm(args.request);
  return answerForm(args, form, { schema: weightsForm(form) }, async (weights, session, key) => {
    const { weighed, refused: refusals } = (
      await read(session.api(key).product.order.merchant.weights.$post({ json: { weights } }))
    ).data;
    if (refusals.length === 0)
      return session.redirect("/merchant/orders/weigh", {
        notice:
          weighed.length === 1 ? "The weights of 1 line are saved" : `The weights of ${weighed.length} lines are saved`,
      });
    // Lines that could be saved are saved. The page shows them and asks about the rest.
    const problems = refusals.map(({ line, piece, code, message }) => ({
      field: `rows.${rowOf(line)}.pieces[${fieldOfPiece(form, rowOf(line), piece ?? 0)}]`,
      code,
      message,
    }));
    throw new ApiFailure(409, problems, "");
  });
}

export default function Weigh() {
  const { sizes, pieces, weighed, isWhole, key } = useLoaderData<typeof loader>();
  const refusal = useAnswer<Refused>();
  return (
    <>
      <MoreLink to="/merchant/orders/to_ship">
        <Icon of={ArrowLeft} className={styles.arrow} />
        To ship
      </MoreLink>
      <div>
        <h1>Weigh</h1>
        {pieces > 0 ? (
          <p className={soft}>
            <b>
              {weighed} of {pieces}
            </b>{" "}
            weighed{isWhole ? "" : " of the oldest orders; there are more"}. Grams, or kilos with a point: 2.84
          </p>
        ) : null}
      </div>
      {pieces > 0 ? (
        <WeighForm sizes={sizes} refusal={refusal} idempotencyKey={key} />
      ) : (
        <EmptyState
          title="There is nothing to weigh"
          text="What you sell by weight stands here once it is ordered, until it is sent."
          action={<ButtonLink to="/merchant/orders/to_ship">See what is to be sent</ButtonLink>}
        />
      )}
    </>
  );
}
