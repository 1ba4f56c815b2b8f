import { Download } from "~/ui/icon/icons";
import { ButtonLink } from "~/ui/button/button";
import { Icon } from "~/ui/icon/icon";

const FORMATS = { csv: "CSV", xlsx: "Excel" } as const;

/** Links to an export in both of its formats, side by side. `name` tells screen readers which export it is. */
export function SpreadsheetLinks({ name, hrefFor }: { name: string; hrefFor: (format: "csv" | "xlsx") => string }) {
  return (["csv", "xlsx"] as const).map((format) => (
    <ButtonLink key={format} variant="quiet" to={hrefFor(format)} aria-label={`${name} as ${FORMATS[format]}`}>
      <Icon of={Download} /> {FORMATS[format]}
    </ButtonLink>
  ));
}
