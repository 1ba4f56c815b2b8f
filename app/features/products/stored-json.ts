import {
  revisionPayload,
  storedMeasurement,
  storedVariations,
  type ManagedProduct,
  type RevisionPayload,
} from "./schema";
import { z } from "~/features/zod";

/*
 * A product's columns of JSON, read through the schema of what was written. A column that holds something else throws.
 */

const texts = z.array(z.string());

export const tagsIn = (column: string): string[] => texts.parse(JSON.parse(column));

export const measurementIn = (column: string): ManagedProduct["measurement"] =>
  storedMeasurement.parse(JSON.parse(column));

export const variationsIn = (column: string): ManagedProduct["variations"] =>
  storedVariations.parse(JSON.parse(column));

/** The change of a published product that waits for review. */
export const revisionIn = (column: string): RevisionPayload => revisionPayload.parse(JSON.parse(column));
