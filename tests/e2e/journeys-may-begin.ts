import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

/**
 * Waits for the file that `E2E_BEGINS_WITH` names. `npm test` writes it after the unit tests, beside which the servers
 * of the journeys start. In a run by hand the journeys begin at once.
 */
export default async function journeysMayBegin() {
  const file = process.env["E2E_BEGINS_WITH"];
  while (file && !existsSync(file)) await setTimeout(100);
}
