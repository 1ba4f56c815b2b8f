import { isChosen, SAMPLE } from "../../scripts/gate/sample.mjs";
import type { Kind } from "../databases/which-databases";

/** Cases that run side by side. The machine has few cores, but most of a case is waiting. */
export const CASES_AT_ONCE = 4;

/** In a sample each case runs on one database, chosen by the commit. In a whole run it runs on all of its databases. */
export function chosenOf(killed: string, on: Kind[]): Kind[] {
  const seed = process.env[SAMPLE];
  return seed ? [isChosen(seed, killed, 2) ? "postgres" : "sqlite"] : on;
}
