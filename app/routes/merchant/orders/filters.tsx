import { SlidersHorizontal } from "~/ui/icon/icons";
import type { OrderFilters } from "~/features/merchant-orders/schema";
import { row } from "~/styles/layout.css";
import { Button, ButtonLink } from "~/ui/button/button";
import { button, quiet } from "~/ui/button/button.css";
import { classNames } from "~/ui/class-names/class-names";
import { Field, Fields, Input } from "~/ui/field/field";
import { QueryForm } from "~/ui/form/query-form";
import { Icon } from "~/ui/icon/icon";
import { Panel } from "~/ui/panel/panel";
import { ordersAddress } from "./orders-address";
import * as styles from "./styles.css";

/** Days and words that narrow a tab of the list. The filters are folded unless they narrow it. */
export function Filters({ filters }: { filters: OrderFilters }) {
  const { status, since, until, q } = filters;
  const active = [since, until, q].filter(Boolean).length;
  return (
    <details key={JSON.stringify(filters)} open={active > 0} className={styles.filters}>
      <summary className={classNames(button, quiet)}>
        <Icon of={SlidersHorizontal} /> Filters{active > 0 ? ` (${active})` : ""}
      </summary>
      <Panel as="div" className={styles.sheet}>
        <QueryForm action="/merchant/orders" className={styles.form} role="search" aria-label="Filter orders">
          {status ? <input type="hidden" name="status" value={status} /> : null}
          <Fields columns={3}>
            <Field id="filter-since" label="From">
              <Input id="filter-since" type="date" name="since" defaultValue={since} />
            </Field>
            <Field id="filter-until" label="To">
              <Input id="filter-until" type="date" name="until" defaultValue={until} />
            </Field>
            <Field id="filter-q" label="Order or customer">
              <Input
                id="filter-q"
                type="search"
                name="q"
                defaultValue={q}
                maxLength={100}
                autoComplete="off"
                enterKeyHint="search"
              />
            </Field>
          </Fields>
          <div className={row}>
            <Button>Show</Button>
            {active > 0 ? (
              <ButtonLink variant="quiet" to={ordersAddress({ status })}>
                Without filters
              </ButtonLink>
            ) : null}
          </div>
        </QueryForm>
      </Panel>
    </details>
  );
}
