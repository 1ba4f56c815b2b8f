import type { KnownForm } from "../fixtures/forms";
import { FORMS } from "../fixtures/forms";
import type { BreakName } from "./breaks";
import type { Lane, Person } from "./people";
import type { OwnShop } from "./shop-of-its-own";

/** The state that a driver finds when its cell begins. */
export interface Arrival {
  shop: OwnShop;
  lane: Lane;
  /** A word that nobody else uses. */
  word: string;
  /** Posts a form from the browser that is to arrive, as it was sent from an earlier page: what it keeps, stays. */
  post(path: string, form: Record<string, string>): Promise<void>;
}

/** Where the form stands, once everything is there that it needs. */
export interface Arrived {
  path: string;
  /** Field names and what a person puts into them; a file as the path of one, `true` to check a box. */
  typed?: Record<string, string | true>;
  /** How often it has been done. Left out where nothing is written that could be counted. */
  done?: () => number;
  /** The button, where it hangs on what was made: a CSS selector. */
  press?: string;
  /** Signs in instead of the lane's own person. */
  as?: Person;
}

/** How a form of the registry is tried. */
export interface Driver {
  file: string;
  /** The intent of a form with several buttons; `""` for the one without intent. */
  intent?: string;
  /** Which of several forms of the same file and intent, as they stand in the registry. */
  nth?: number;
  who: "visitor" | "buyer" | "merchant" | "operator";
  arrive(at: Arrival): Promise<Arrived>;
  /** The button, as a CSS selector. */
  press: string;
  /** The page's words, or its address, once it is done. */
  says: RegExp;
  /** Breaks that do not apply, each with the reason. */
  not?: Partial<Record<BreakName, string>>;
}

/** Breaks that do not apply to a form that asks for another page: once the shop has answered, scripts leave by the browser. */
const THROUGH_BROWSER = "leaves through the browser once the shop has answered";
export const LEAVES_PAGE: Driver["not"] = {
  "answer lost": THROUGH_BROWSER,
  "answer late": THROUGH_BROWSER,
  "503": THROUGH_BROWSER,
  "429": THROUGH_BROWSER,
};

/** A form and an intent of it that cannot be tried here. */
export interface Untried {
  file: string;
  intent?: string;
  nth?: number;
  because: string;
}

/** One row of the table. */
export interface Row {
  form: KnownForm;
  intent: string;
  /** File and intent, as the table names it. */
  name: string;
  driver: Driver | Untried | undefined;
}

/** Every form of the registry with each of its intents, and who drives it. */
export function rowsOf(drivers: readonly (Driver | Untried)[]): Row[] {
  const driversByForm = new Map<string, number>();
  return FORMS.flatMap((form) =>
    (form.intents ?? [""]).map((intent): Row => {
      const name = `${form.file}${intent && ` · ${intent}`}`;
      const nth = (driversByForm.get(name) ?? 0) + 1;
      driversByForm.set(name, nth);
      return {
        form,
        intent,
        name: nth > 1 ? `${name} (${nth})` : name,
        driver: drivers.find(
          (one) => one.file === form.file && (one.intent ?? "") === intent && (one.nth ?? 1) === nth,
        ),
      };
    }),
  );
}
