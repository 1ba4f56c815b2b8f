import type { ImportReport } from "~/features/product-sheets/schema";
import { stack } from "~/styles/layout.css";
import { Link } from "~/ui/link/link";
import * as styles from "./styles.css";

const figure = (count: number) => count.toLocaleString("en-US");

/** The progress of the job that applies a long file. The merchant may leave the page meanwhile. */
export function UnderWay({ report: { _id, rows, doneRows } }: { report: ImportReport }) {
  return (
    <div className={stack} data-needs-scripts data-look-again>
      <p role="status">
        {doneRows < rows
          ? `Being taken over: ${figure(doneRows)} of ${figure(rows)} rows are checked. They are written all at once afterwards.`
          : `Being taken over: all ${figure(rows)} rows are checked and are being written.`}
      </p>
      <progress className={styles.progress} value={doneRows} max={rows} aria-label="Rows checked" />
      <p>
        It goes on by itself, also when you leave this page.{" "}
        <Link to={`/merchant/products/import/${_id}`}>Look again</Link>
      </p>
    </div>
  );
}
