import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EXPORTS } from "~/features/market-exports/schema";
import { dayRule, misreadIn } from "~/routes/shared/misread";
import { SpreadsheetLinks } from "~/routes/shared/spreadsheet-links";
import { titled } from "~/routes/shared/titles";
import { sessionOf } from "~/session/session.server";
import { row } from "~/styles/layout.css";
import { Button } from "~/ui/button/button";
import { Field, Input } from "~/ui/field/field";
import { QueryForm } from "~/ui/form/query-form";
import { Misread } from "~/ui/misread/misread";
import { Panel } from "~/ui/panel/panel";
import { listAddress } from "../list-address";
import * as styles from "../operator.css";
import { exportDays } from "./export-days";

export const meta = titled("Exports");

const PATH = "/operator/exports";
const NOTES = {
  orders: "By the day they were paid on; a line for each stall's part, with VAT, fee and payout.",
  payments: "By the day they were begun on, as our books have them.",
  fees: "By the day their payout was made on, less what went back with refunds.",
} as const;
const RULES = [dayRule("since", "The first day"), dayRule("until", "The last day")];

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const search = new URL(args.request.url).searchParams;
  return { ...exportDays(search), misread: misreadIn(search, RULES) };
}

export default function Exports() {
  const { since, until, misread } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Exports</h1>
      <Misread sentences={misread} />
      <Panel title="Days">
        <QueryForm key={`${since} ${until}`} action={PATH} className={styles.search}>
          <Field id="since" label="From">
            <Input id="since" name="since" type="date" defaultValue={since} />
          </Field>
          <Field id="until" label="To">
            <Input id="until" name="until" type="date" defaultValue={until} />
          </Field>
          <Button>Set days</Button>
        </QueryForm>
      </Panel>
      {(["orders", "payments", "fees"] as const).map((name) => (
        <Panel key={name} title={`${EXPORTS[name]} of all stalls`} stacked>
          <p>{NOTES[name]}</p>
          <div className={row}>
            <SpreadsheetLinks
              name={EXPORTS[name]}
              hrefFor={(format) => listAddress(`${PATH}/${name}.${format}`, { since, until })}
            />
          </div>
        </Panel>
      ))}
    </>
  );
}
