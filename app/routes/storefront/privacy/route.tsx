import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type MetaFunction } from "@remix-run/react";
import { sessionOf } from "~/session/session.server";
import { publicHeaders, publicMeta } from "../public-page";
import { TextPage } from "../text-page";
import { privacy } from "../texts/privacy";

export const headers = publicHeaders;

export const meta: MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: "Privacy",
    description:
      "What we keep about you, who sees it, how long it stays, and how to get a copy or have it deleted. No advertising, no tracking.",
    path: "/privacy",
  });

export async function loader(args: LoaderFunctionArgs) {
  return { sections: privacy((await sessionOf(args)).config.market) };
}

export default function Privacy() {
  const { sections } = useLoaderData<typeof loader>();
  return <TextPage title="Privacy" intro="What we keep about you, and what we do not." sections={sections} />;
}
