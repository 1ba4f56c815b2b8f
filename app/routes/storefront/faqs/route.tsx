import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type MetaFunction } from "@remix-run/react";
import { ChevronDown } from "~/ui/icon/icons";
import { sessionOf } from "~/session/session.server";
import { MoreLink } from "~/ui/button/button";
import { Icon } from "~/ui/icon/icon";
import { panelClass } from "~/ui/panel/panel";
import { classNames } from "~/ui/class-names/class-names";
import { publicHeaders, publicMeta } from "../public-page";
import { TextPage } from "../text-page";
import { questions } from "../texts/questions";
import * as styles from "./styles.css";

export const headers = publicHeaders;

export const meta: MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: "Questions and answers",
    description:
      "Shipping, payment, cancelling, refunds, selling: what people ask us most, answered in a few sentences each.",
    path: "/faqs",
  });

export async function loader(args: LoaderFunctionArgs) {
  return { questions: questions((await sessionOf(args)).config.market) };
}

export default function Faqs() {
  const { questions: args } = useLoaderData<typeof loader>();
  return (
    <TextPage title="Questions and answers" intro="What people ask us most.">
      <div className={classNames(panelClass, styles.questions)}>
        {args.map(({ question, answer, link }) => (
          <details key={question}>
            <summary>
              <h2>{question}</h2> <Icon of={ChevronDown} />
            </summary>
            <p>{answer}</p>
            {link ? <MoreLink to={link.to}>{link.text}</MoreLink> : null}
          </details>
        ))}
      </div>
      <p>
        Something else? <MoreLink to="/contact">Write to us</MoreLink>
      </p>
    </TextPage>
  );
}
