import { Link } from "~/ui/link/link";
import { shopAddress } from "../shop-address";
import * as styles from "./styles.css";

interface UnderstoodProps {
  q: string;
  corrected: string | undefined;
  /** Words that were left out. */
  dropped: string[];
  /** The words of the search that find something alone. */
  instead: string[];
}

/** Says how a search was understood, if nothing has all of its words as typed. */
export function Understood({ q, corrected, dropped, instead }: UnderstoodProps) {
  return (
    <>
      {corrected ? (
        <p>
          Nothing matches “{q}”. These are the results for <b>{corrected}</b>.
        </p>
      ) : null}
      {dropped.length > 0 ? (
        <p>
          {corrected ? "" : `Nothing has all of “${q}”. `}These are the results without{" "}
          <b>{dropped.map((word) => `“${word}”`).join(", ")}</b>.
        </p>
      ) : null}
      {instead.length > 0 ? (
        <p className={styles.instead}>
          Alone:{" "}
          {instead.map((word) => (
            <Link key={word} to={shopAddress({ q: word })}>
              {word}
            </Link>
          ))}
        </p>
      ) : null}
    </>
  );
}
