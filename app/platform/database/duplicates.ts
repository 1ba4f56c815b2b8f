/**
 * Unique indexes whose violation has a meaning for people or for a retry, each with its columns. Postgres names the
 * index that refused a row; SQLite names its columns.
 */
export const UNIQUE_INDEXES = {
  closedTimesOnce: "closedTimes.merchantId, closedTimes.methodId, closedTimes.day, closedTimes.startTime",
  closedTimesOnceByMarket: "closedTimes.methodId, closedTimes.day, closedTimes.startTime",
  categoriesFolded: "categories.folded",
  idempotencyKeysKey: "idempotencyKeys.scope, idempotencyKeys.key",
  orderPartsExternalId: "orderParts.merchantId, orderParts.externalId",
  productsExternalId: "products.merchantId, products.externalId",
  jobsUnique: "jobs.uniqueKey",
  ordersOnePending: "orders.buyerId",
  personalTokensHash: "personalTokens.hash",
  recallsOneUnderWay: "recalls.productId",
  testIntentsKey: "testIntents.idempotencyKey",
  testRefundsKey: "testRefunds.idempotencyKey",
  usersEmail: "users.email",
  variantsSku: "variants.merchantId, variants.sku",
} as const;

export type UniqueIndex = keyof typeof UNIQUE_INDEXES;

interface DriverError {
  code?: string;
  /** Only Postgres sets it. */
  constraint?: string;
  message?: string;
}

const POSTGRES = "23505";
const SQLITE = new Set(["SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"]);

/**
 * True when `error` says that a row with the same value in this unique index exists already. A violation of any other
 * index is the program's own fault and must never be reported as this one.
 */
export function isDuplicate(error: unknown, index: UniqueIndex): boolean {
  const { code = "", constraint, message = "" } = (error ?? {}) as DriverError;
  if (code === POSTGRES) return constraint === index;
  return SQLITE.has(code) && message.endsWith(`constraint failed: ${UNIQUE_INDEXES[index]}`);
}
