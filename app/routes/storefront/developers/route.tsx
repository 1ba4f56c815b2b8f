import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type MetaFunction } from "@remix-run/react";
import { useRootData } from "~/routes/shared/root-data";
import { Link } from "~/ui/link/link";
import { apiDocument, callsOf, slugOf } from "../api-document/document.server";
import { Prose } from "../api-document/prose";
import * as styles from "../api-document/styles.css";
import { publicHeaders, publicMeta } from "../public-page";
import { TextPage } from "../text-page";
import { firstSteps } from "./first-steps";

export const headers = publicHeaders;

export const meta: MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: "For developers",
    description: "The calls that the marketplace is made of: what they take, what they answer, what is promised.",
    path: "/developers",
  });

export async function loader(args: LoaderFunctionArgs) {
  const document = await apiDocument(args);
  const calls = callsOf(document);
  return {
    description: document.info.description,
    changes: document.info["x-changelog"],
    groups: document.tags.map(({ name, description }) => ({
      name,
      description,
      slug: slugOf(name),
      count: calls.filter(({ operation }) => operation.tags[0] === name).length,
    })),
  };
}

export default function Developers() {
  const { description, changes, groups } = useLoaderData<typeof loader>();
  const publicUrl = useRootData()?.publicUrl ?? "";
  return (
    <TextPage title="For developers" intro="Everything that a screen of this shop can do is a call of its API.">
      <div className={styles.calls}>
        <section>
          <h2>The calls</h2>
          <ul>
            {groups.map(({ name, description, slug, count }) => (
              <li key={slug}>
                <Link to={`/developers/${slug}`}>{name}</Link> ({count}): {description}
              </li>
            ))}
          </ul>
          <p>
            <Link to="/developers/refusals">Every code that a call is refused with</Link>
          </p>
          <p>
            For programs and generators: <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI 3.1)
          </p>
        </section>
        <section id="first-steps">
          <h2>First steps</h2>
          <ol>
            {firstSteps(publicUrl).map(({ title, words, command }) => (
              <li key={title}>
                <b>{title}</b>
                <p>{words}</p>
                <pre className={styles.sample} role="group" aria-label={title}>
                  {command}
                </pre>
              </li>
            ))}
          </ol>
        </section>
        <section>
          <Prose text={description} />
        </section>
        <section>
          <h2>Changes</h2>
          {changes.map(({ on, changes: news }) => (
            <section key={on}>
              <h3>{on}</h3>
              <ul>
                {news.map((change) => (
                  <li key={change}>{change}</li>
                ))}
              </ul>
            </section>
          ))}
        </section>
      </div>
    </TextPage>
  );
}
