import type { KnownForm } from "../fixtures/forms";
import { FORMS } from "../fixtures/forms";
import type { BreakName } from "./breaks";
import type { Lane, Person } from "./people";
import type { OwnShop } from "./shop-of-its-own";

/** The state that a driver finds when its cell begins. */
export interface Arrival {
  shop: OwnShop;
  lane: Lane;
  /** A word that occurs nowhere else. */
  word: string;
  /** Posts a form in the cell's browser, as from an earlier page. The browser keeps the cookies. */
  post(path: string, form: Record<string, string>): Promise<void>;
}

/** The form's place, when all records that it needs exist. */
export interface Arrived {
  path: string;
  /** Field names and their values: a text, the path of a file, or `true` to check a box. */
  typed?: Record<string, string | true>;
  /** Returns how often it has been done. Left out if nothing that can be counted is written. */
  done?: () => number;
  /** The button as a CSS selector, if it depends on the records that were made. */
  press?: string;
  /** Signs in instead of the lane's own person. */
  as?: Person;
}

/** How a form of the registry is tried. */
export interface Driver {
  file: string;
  /** The intent of a form with several buttons; `""` for the one without intent. */
  intent?: string;
  /** The position among forms of the same file and intent, in the order of the registry. */
  nth?: number;
  who: "visitor" | "buyer" | "merchant" | "operator";
  arrive(at: Arrival): Promise<Arrived>;
  /** The button, as a CSS selector. */
  press: string;
  /** Matches the page's texts or its address once it is done. */
  says: RegExp;
  /** Breaks that do not apply, each with the reason. */
  not?: Partial<Record<BreakName, string>>;
}

/** For a form that requests another page: once the shop has answered, scripts let the browser open the page. */
const THROUGH_BROWSER = "leaves through the browser once the shop has answered";
export const LEAVES_PAGE: Driver["not"] = {
  "answer lost": THROUGH_BROWSER,
  "answer late": THROUGH_BROWSER,
  "503": THROUGH_BROWSER,
  "429": THROUGH_BROWSER,
};

/** A form and its intent that cannot be tried here, with the reason. */
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
  /** File and intent, as shown in the table. */
  name: string;
  driver: Driver | Untried | undefined;
}

/** Returns every form of the registry with each of its intents and its driver. */
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
