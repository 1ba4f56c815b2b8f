import { z } from "~/features/zod";
import type { Costs } from "./costs";
import { openTime } from "./open-time-schema";
import type { SavedMethod } from "./schema";

/** A delivery method as the API returns it, with its merchant and its costs in cents. */
export type OwnMethod = SavedMethod & { merchantId: string; costs: Costs };

/** A merchant's own delivery method, or a market day that the stall takes part in. */
export type MethodOfMerchant = OwnMethod & {
  /** Whether it is a market day. */
  isShared: boolean;
  /** Hours of notice that the stall asks for at a market day. */
  noticeHours: number;
};

const storedTimes = z.array(openTime);
const storedDays = z.array(z.string());

/** The times and days off of a row. */
export const storedPlan = ({ times, daysOff }: { times: string; daysOff: string }) => ({
  times: storedTimes.parse(JSON.parse(times)),
  daysOff: storedDays.parse(JSON.parse(daysOff)),
});

/** The ids of the products that a row is limited to. */
export const storedProducts = (products: string): string[] => z.array(z.string()).parse(JSON.parse(products));
