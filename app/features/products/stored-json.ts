import {
  revisionPayload,
  storedMeasurement,
  storedVariations,
  type ManagedProduct,
  type RevisionPayload,
} from "./schema";
import { z } from "~/features/zod";

/*
 * The JSON columns of a product, parsed with the schema of the values that were written. A column that holds anything
 * else throws.
 */

const texts = z.array(z.string());

export const tagsIn = (column: string): string[] => texts.parse(JSON.parse(column));

export const measurementIn = (column: string): ManagedProduct["measurement"] =>
  storedMeasurement.parse(JSON.parse(column));

export const variationsIn = (column: string): ManagedProduct["variations"] =>
  storedVariations.parse(JSON.parse(column));

/** The change of a published product that waits for review. */
export const revisionIn = (column: string): RevisionPayload => revisionPayload.parse(JSON.parse(column));
