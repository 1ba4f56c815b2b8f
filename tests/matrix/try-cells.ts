import type { Browser } from "@playwright/test";
import { BREAKS, type Break, type BreakName } from "./breaks";
import { Cell, NotHeld, type Failing } from "./cell";
import { DRIVERS } from "./drivers";
import { rowsOf, type Driver, type Row } from "./driver";
import { openLane, type Lane } from "./people";
import type { OwnShop } from "./shop-of-its-own";

export const ROWS = rowsOf(DRIVERS);

/** A form, a break, and whether scripts run. */
export interface Planned {
  row: Row;
  driver: Driver;
  how: Break;
  scripts: boolean;
}

/** The outcome of a cell; "failed" if the cell could not be judged. */
export interface Outcome {
  form: string;
  how: BreakName;
  scripts: boolean;
  result: "held" | Failing | "failed";
  why: string;
}

/** Describes a cell's outcome in one line. */
export const sentence = ({ form, how, scripts, result, why }: Outcome) =>
  `${form}, ${how}, scripts ${scripts ? "on" : "off"}: ${result}${why && `: ${why}`}`;

/** Returns why a break does not apply to a form, or null if it applies. */
export function whyNot({ form, driver }: Row, how: BreakName): string | null {
  if (!driver || "because" in driver) return driver?.because ?? null;
  const reason = driver.not?.[how];
  if (reason) return reason;
  if (how === "session ended" && driver.who === "visitor") return "belongs to no account";
  if (form.once === "only asks" && (how === "session ended" || how === "tab closed")) return "only asks for a page";
  return null;
}

/** Returns every cell of the matrix. */
export function allCells(): Planned[] {
  return ROWS.flatMap((row) => {
    const { driver } = row;
    if (!driver || "because" in driver) return [];
    return BREAKS.filter(({ name }) => whyNot(row, name) === null).flatMap((how) =>
      [false, true].map((scripts) => ({ row, driver, how, scripts })),
    );
  });
}

/** Tries the cells, one at a time in each lane. Cells that need a restart of the server share one. */
export async function tryCells(
  browser: Browser,
  shop: OwnShop,
  lanes: Lane[],
  cells: readonly Planned[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const inTurn = cells.filter(({ how }) => how.name !== "server restarted");
  await Promise.all(
    lanes.map(async (lane) => {
      for (let next = inTurn.shift(); next; next = inTurn.shift())
        outcomes.push(await tryCell(browser, shop, lane, next));
    }),
  );
  const restarting = cells.filter(({ how }) => how.name === "server restarted");
  while (restarting.length > 0) {
    const batch = restarting.splice(0, lanes.length);
    const start = inParallel(batch.length, () => shop.restart());
    outcomes.push(
      ...(await Promise.all(
        batch.map((cell, n) => {
          const wait = start();
          // A cell that fails before the restart must not keep the others waiting.
          return tryCell(browser, { ...shop, restart: wait }, lanes[n]!, cell).finally(() => void wait());
        }),
      )),
    );
  }
  return outcomes;
}

/** Does the work once all participants have asked for it. */
function inParallel(parts: number, work: () => Promise<void>): () => () => Promise<void> {
  let missing = parts;
  let begin = () => undefined as void;
  const whole = new Promise<void>((resolve) => (begin = resolve)).then(work);
  return () => {
    let isStarted = false;
    return () => {
      if (!isStarted) missing -= 1;
      isStarted = true;
      if (missing === 0) begin();
      return whole;
    };
  };
}

let serial = 0;

async function tryCell(browser: Browser, shop: OwnShop, lane: Lane, planned: Planned): Promise<Outcome> {
  const { row, driver, how, scripts } = planned;
  const path = row.form.to ?? row.form.page;
  // The part that is the same for all records: `/operator/products/` of `/operator/products/:productId/recall`.
  const asks = row.form.once === "only asks" ? path.replace(/:.*/, "") : null;
  const cell = new Cell(browser, shop, lane, driver, scripts, asks);
  const told = { form: row.name, how: how.name, scripts };
  serial += 1;
  try {
    await cell.open(`w${process.pid.toString(36)}${Date.now().toString(36)}${serial}`);
    await cell.fill();
    await how.happens(cell);
    return { ...told, result: "held", why: "" };
  } catch (failure) {
    const why = failure instanceof Error ? failure.message.split("\n").slice(0, 3).join(" ") : String(failure);
    return { ...told, result: failure instanceof NotHeld ? failure.how : "failed", why };
  } finally {
    await cell.close();
  }
}

/** Opens this many lanes, one after the other. Each has its own merchant and buyer. */
export async function openLanes(shop: OwnShop, count: number): Promise<Lane[]> {
  const lanes: Lane[] = [];
  for (let n = 0; n < count; n += 1) lanes.push(await openLane(shop));
  return lanes;
}
