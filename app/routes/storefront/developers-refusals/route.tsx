import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type MetaFunction } from "@remix-run/react";
import { MoreLink } from "~/ui/button/button";
import { panelClass } from "~/ui/panel/panel";
import { Cell, Row, Table } from "~/ui/table/table";
import { apiDocument } from "../api-document/document.server";
import * as styles from "../api-document/styles.css";
import { publicHeaders, publicMeta } from "../public-page";
import { TextPage } from "../text-page";

export const headers = publicHeaders;

export const meta: MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: "Refusals",
    description: "Every code that a call of the API is refused with, its status, and when it comes.",
    path: "/developers/refusals",
  });

const KINDS = [
  { kind: "own", title: "Of single calls" },
  { kind: "general", title: "Of any call" },
  { kind: "fields", title: "Of a field" },
] as const;

export async function loader(args: LoaderFunctionArgs) {
  const refusals = (await apiDocument(args))["x-refusals"];
  return {
    kinds: KINDS.map(({ kind, title }) => ({
      title,
      codes: Object.entries(refusals[kind]).flatMap(([code, causes]) =>
        Object.entries(causes).map(([status, when]) => ({ code, status, when })),
      ),
    })),
  };
}

export default function Refusals() {
  const { kinds } = useLoaderData<typeof loader>();
  return (
    <TextPage title="Refusals" intro="Every code that a call is refused with, its status, and when it comes.">
      <div className={styles.calls}>
        {kinds.map(({ title, codes }) => (
          <section key={title}>
            <h2>{title}</h2>
            <div className={panelClass}>
              <Table caption={title} head={["Code", "Status", "When"]}>
                {codes.map(({ code, status, when }) => (
                  <Row key={code + status}>
                    <Cell label="Code">
                      <code>{code}</code>
                    </Cell>
                    <Cell label="Status">{status}</Cell>
                    <Cell label="When" className={styles.sentence}>
                      {when}
                    </Cell>
                  </Row>
                ))}
              </Table>
            </div>
          </section>
        ))}
        <p>
          <MoreLink to="/developers">All calls</MoreLink>
        </p>
      </div>
    </TextPage>
  );
}
