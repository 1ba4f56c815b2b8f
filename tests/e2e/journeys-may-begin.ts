import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

/**
 * Waits for the file that `E2E_BEGINS_WITH` names. `npm test` writes it after the unit tests, beside which the servers
 * of the journeys start. In a run by hand the journeys begin at once.
 */
export default async function journeysMayBegin() {
  const file = process.env["E2E_BEGINS_WITH"];
  const parent = process.ppid;
  while (file && !existsSync(file)) {
    // A run that was killed writes no file.
    if (process.ppid !== parent) throw new Error("The run that started these journeys has ended.");
    await setTimeout(100);
  }
}
