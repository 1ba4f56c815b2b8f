import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type MetaFunction } from "@remix-run/react";
import { MoreLink } from "~/ui/button/button";
import { Call } from "../api-document/call";
import { apiDocument, slugOf } from "../api-document/document.server";
import { readableCalls } from "../api-document/readable.server";
import * as styles from "../api-document/styles.css";
import { NotFound } from "../not-found/not-found";
import { publicHeaders, publicMeta } from "../public-page";
import { TextPage } from "../text-page";

export const headers = publicHeaders;

export const meta: MetaFunction<typeof loader> = ({ data: group, matches }) =>
  publicMeta(matches, {
    title: group?.name ? `${group.name}, for developers` : "Page not found",
    description: group?.description ?? "",
    path: group?.name ? `/developers/${group.slug}` : "/developers",
    unlisted: !group?.name,
  });

export async function loader(args: LoaderFunctionArgs) {
  const document = await apiDocument(args);
  const slug = args.params["group"] ?? "";
  const tag = document.tags.find(({ name }) => slugOf(name) === slug);
  if (!tag)
    return data(
      { name: "", description: "", slug, calls: [] },
      { status: 404, headers: { "Cache-Control": "no-cache" } },
    );
  return { ...tag, slug, calls: readableCalls(document, tag.name) };
}

export default function Group() {
  const { name, description, calls } = useLoaderData<typeof loader>();
  if (!name) return <NotFound />;
  return (
    <TextPage title={name} intro={description}>
      <div className={styles.calls}>
        <nav aria-label="Calls of this group">
          <ul>
            {calls.map(({ id, summary }) => (
              <li key={id}>
                <a href={`#${id}`}>{summary}</a>
              </li>
            ))}
          </ul>
        </nav>
        {calls.map((call) => (
          <Call key={call.id} {...call} />
        ))}
        <p>
          <MoreLink to="/developers">All calls</MoreLink>
        </p>
      </div>
    </TextPage>
  );
}
