import type { Cents } from "~/features/fields";
import type { Services } from "~/platform/services.server";
import { feeOf } from "./jobs.server";

/** The marketplace's fee on this many cents that a merchant was paid at collection; 0 if it pays nobody out. */
export const feeAtCollection = ({ payouts, config }: Services, cents: Cents): Cents =>
  payouts ? feeOf(cents, config) : 0;
