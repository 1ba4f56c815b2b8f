import { lockDemo } from "~/demo/accounts.server";
import { readConfig } from "~/platform/config.server";
import { migrate } from "~/platform/database/migrate.server";
import { openServices } from "~/platform/services.server";

/** The command `npm run demo:remove`, beside a running service or without one. Returns the sentences to print. */
export async function removeDemo(): Promise<string[]> {
  const services = await openServices(readConfig(process.env));
  try {
    await migrate(services);
    const { locked, waiting } = await lockDemo(services);
    if (locked === 0) return ["No account of the demo can log in here. Nothing was changed."];
    return [
      `${locked} accounts of the demo are locked for good, and their stalls and goods are out of the shop.`,
      "What real people ordered stays as it is; the demo's own orders stay in the books. An empty shop begins with an empty database.",
      ...(waiting > 0
        ? [
            `${waiting} paid ${waiting === 1 ? "order" : "orders"} of real people wait for one of these stalls: an operator can give the money back.`,
          ]
        : []),
    ];
  } finally {
    await services.close();
  }
}
