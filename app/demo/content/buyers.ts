import content from "./buyers.json";

export interface DemoBuyer {
  firstName: string;
  lastName: string;
  email: string;
  streetAddress: string;
  city: string;
  /** A region of the United States, as the country data spells it. */
  state: string;
  zipCode: string;
  /** Digits only, all from the 555-01xx block that is reserved for fiction. */
  telephone: string;
}

/** The first one is the demo login. */
export const buyers: readonly DemoBuyer[] = content;
