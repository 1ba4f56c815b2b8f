import { Button, ButtonLink } from "~/ui/button/button";
import { Field, Input } from "~/ui/field/field";
import { QueryForm } from "~/ui/form/query-form";
import * as styles from "../operator.css";

interface DaysFormProps {
  path: string;
  days: { since: string; until: string };
  problem: string | null;
}

/** Narrows the recall to some days. A plain GET form, so that everything below is about the days in the address. */
export function DaysForm({ path, days: { since, until }, problem }: DaysFormProps) {
  return (
    <QueryForm key={`${since} ${until}`} action={path} className={styles.search}>
      <Field id="since" label="Paid on or after">
        <Input id="since" name="since" type="date" defaultValue={since} />
      </Field>
      <Field id="until" label="Paid on or before" error={problem ?? undefined}>
        <Input
          id="until"
          name="until"
          type="date"
          defaultValue={until}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? "until-error" : undefined}
        />
      </Field>
      <Button variant="quiet">Show</Button>
      {since || until ? (
        <ButtonLink to={path} variant="quiet">
          Show all
        </ButtonLink>
      ) : null}
    </QueryForm>
  );
}
