import { UNTIL_MENDED } from "../fixtures/bad-line";
import { NotHeld, SECRET, type Cell } from "./cell";

export type BreakName =
  | "line gone"
  | "answer lost"
  | "answer late"
  | "503"
  | "429"
  | "session ended"
  | "pressed twice"
  | "tab closed"
  | "server restarted";

export interface Break {
  name: BreakName;
  /** True if it takes long, so that the sample leaves it out. */
  long?: true;
  /** Breaks a cell whose form is filled in, and checks what must hold. */
  happens(cell: Cell): Promise<void>;
}

const LATE_SECONDS = 25;
const RETRY_AFTER = 2;
const SAID = "Please sign in again. What you entered is kept.";
const FILLED_IN = /This was not sent yet\. What you entered is filled in again/;

/**
 * Without scripts a person goes back to the form, which the browser has kept, and presses again. If a form posts to its
 * own address, the browser's error page replaces it in the history. Then reloading sends the same again.
 */
async function goOn(cell: Cell, by: "back" | "reload"): Promise<void> {
  await cell.toldByBrowser();
  cell.line.mend();
  // The form's values are in the address, so reloading sends them again.
  if (by === "reload" || cell.asks !== null || !(await cell.backToForm())) {
    await cell.page.reload();
    return;
  }
  // If the browser did not keep the page, it is loaded again and may already say that it was done.
  if (await cell.saysDone()) return;
  await cell.keeps("after Back", false);
  await cell.fill((name) => SECRET.test(name));
  await cell.press();
}

/** The beginning of the form's request on the line. */
const begins = (cell: Cell) => (cell.asks === null ? "POST /" : `GET ${cell.asks}`);

const refusedFor = (status: number) => async (cell: Cell) => {
  const times = cell.scripts ? UNTIL_MENDED : 1;
  cell.line.spoil(begins(cell), { kind: "answered", status, retryAfter: RETRY_AFTER }, times);
  await cell.press();
  if (cell.scripts) {
    await cell.told("busy");
    await cell.keeps("while it waits");
    cell.line.mend();
  } else await goOn(cell, "back");
  await cell.finishes();
};

export const BREAKS: readonly Break[] = [
  {
    name: "line gone",
    async happens(cell) {
      cell.line.cut();
      await cell.press();
      if (cell.scripts) {
        await cell.told("line");
        await cell.keeps("while the line is gone");
        cell.line.mend();
      } else await goOn(cell, "reload");
      await cell.finishes();
    },
  },
  {
    name: "answer lost",
    async happens(cell) {
      cell.line.spoil(begins(cell), { kind: "answer lost" }, UNTIL_MENDED);
      await cell.press();
      await cell.isTaken();
      if (cell.scripts) {
        await cell.told("line");
        await cell.keeps("while no answer comes");
        cell.line.mend();
      } else await goOn(cell, "back");
      await cell.finishes();
    },
  },
  {
    name: "answer late",
    long: true,
    async happens(cell) {
      cell.line.spoil(begins(cell), { kind: "answer late", seconds: LATE_SECONDS }, cell.scripts ? UNTIL_MENDED : 1);
      await cell.press();
      if (cell.scripts) {
        await cell.told("line");
        await cell.keeps("while no answer comes");
        cell.line.mend();
      }
      await cell.finishes(LATE_SECONDS * 1000 + 20_000);
    },
  },
  { name: "503", happens: refusedFor(503) },
  { name: "429", happens: refusedFor(429) },
  {
    name: "session ended",
    async happens(cell) {
      await cell.endSession();
      await cell.press();
      if (!(await cell.reads(/^\/login/))) throw new NotHeld("silent", "Nobody is asked to sign in again");
      const keeps = Object.keys(cell.here.typed ?? {}).some((name) => !SECRET.test(name));
      if (keeps && !(await cell.reads(new RegExp(SAID))))
        throw new NotHeld("silent", `The page does not say "${SAID}"`);
      await cell.signInAgain();
      if (keeps && !(await cell.reads(FILLED_IN))) throw new NotHeld("lost", "The form is not filled in again");
      if (!(await cell.reads(new RegExp(`^${cell.here.path.replace(/[?].*/, "")}`))))
        throw new NotHeld("lost", `Signing in leads to ${cell.page.url()}`);
      await cell.keeps("after signing in", false);
      await cell.fill((name) => SECRET.test(name));
      await cell.press();
      await cell.finishes();
    },
  },
  {
    name: "pressed twice",
    async happens(cell) {
      await cell.pressTwice();
      await cell.finishes();
    },
  },
  {
    name: "tab closed",
    async happens(cell) {
      if (await cell.hasDraft()) {
        await cell.closeTab();
        await cell.visit();
        await cell.restore();
        await cell.keeps("restored", false);
        await cell.fill((name) => SECRET.test(name));
        await cell.press();
        return cell.finishes();
      }
      // The device keeps no draft. The tab is closed before the response, and the form must still be done.
      cell.line.spoil(begins(cell), { kind: "answer late", seconds: LATE_SECONDS });
      await cell.press();
      await cell.isTaken();
      await cell.closeTab();
      cell.line.mend();
      await cell.comeBack();
      await cell.isDoneOnce();
    },
  },
  {
    name: "server restarted",
    long: true,
    async happens(cell) {
      await cell.shop.restart();
      await cell.press();
      await cell.finishes();
    },
  },
];
