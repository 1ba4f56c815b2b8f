import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { whereabouts } from "~/features/delivery/whereabouts-schema";
import { NarrowPage } from "~/routes/shared/narrow-page";
import { titled } from "~/routes/shared/titles";
import { localPath } from "~/session/areas";
import { answerForm, postedForm, type Refused } from "~/session/form.server";
import { sessionOf } from "~/session/session.server";
import { placeOf } from "./place.server";
import { ReachForm } from "./reach-form";

export const meta = titled("What reaches me");

export async function loader(args: LoaderFunctionArgs) {
  const place = await placeOf(await sessionOf(args));
  return { place, returnTo: localPath(new URL(args.request.url).searchParams.get("returnTo")) ?? "/products" };
}

/** The forms of lists and products post here and return to their page. A refused form is corrected on this page. */
export async function action(args: ActionFunctionArgs) {
  const form = await postedForm(args.request);
  const returnTo = localPath(textOf(form, "returnTo")) ?? "/products";
  if (form.get("intent") === "forget") {
    const session = await sessionOf(args);
    return session.redirect(returnTo, {
      notice: "The postcode is forgotten",
      cookies: [await session.whereabouts.keep(null)],
    });
  }
  return answerForm(args, form, { schema: whereabouts }, async ({ postcode, day }, session) =>
    session.redirect(returnTo, { cookies: [await session.whereabouts.keep({ postcode, day: day || null })] }),
  );
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

export default function WhatReachesMe() {
  const { place, ...page } = useLoaderData<typeof loader>();
  const refusal = useActionData<Refused>();
  const target = refusal?.lastResult.initialValue?.["returnTo"];
  return (
    <NarrowPage
      title="What reaches me"
      text="Some stalls deliver to some postcodes alone, or are at a market on one day. Yours is kept in this browser and nowhere else."
    >
      <ReachForm place={place} returnTo={typeof target === "string" ? target : page.returnTo} refusal={refusal} />
    </NarrowPage>
  );
}
