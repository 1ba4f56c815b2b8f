import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type MetaFunction } from "@remix-run/react";
import { sessionOf } from "~/session/session.server";
import { row } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { publicHeaders, publicMeta } from "../public-page";
import { TextPage } from "../text-page";
import { about } from "../texts/about";

export const headers = publicHeaders;

export const meta: MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: "About us",
    description:
      "A market of independent growers, bakers and fishers: one cart, one payment, and food straight from whoever made it.",
    path: "/about",
  });

export async function loader(args: LoaderFunctionArgs) {
  const { market } = (await sessionOf(args)).config;
  return { name: market.name, sections: about(market) };
}

export default function About() {
  const { name, sections } = useLoaderData<typeof loader>();
  return (
    <TextPage title={`About ${name}`} intro="Good food, and the names of those who made it." sections={sections}>
      <p className={row}>
        <ButtonLink to="/products">Go to the shop</ButtonLink>
        <ButtonLink variant="quiet" to="/contact">
          Contact us
        </ButtonLink>
      </p>
    </TextPage>
  );
}
