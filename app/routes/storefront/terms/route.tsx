import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type MetaFunction } from "@remix-run/react";
import { sessionOf } from "~/session/session.server";
import { publicHeaders, publicMeta } from "../public-page";
import { TextPage } from "../text-page";
import { terms } from "../texts/terms";

export const headers = publicHeaders;

export const meta: MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: "Terms of use",
    description:
      "The agreement between you, the sellers and the marketplace: buying, selling, paying, cancelling and refunds, in plain words.",
    path: "/terms",
  });

export async function loader(args: LoaderFunctionArgs) {
  return { sections: terms((await sessionOf(args)).config.market) };
}

export default function Terms() {
  const { sections } = useLoaderData<typeof loader>();
  return <TextPage title="Terms of use" intro="What you and we agree on, in plain words." sections={sections} />;
}
