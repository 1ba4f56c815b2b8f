const CODES = new Set(["ENOSPC", "EDQUOT", "EFBIG", "SQLITE_FULL", "53100"]);

/** True when `error` says that a disk is full: ours, or that of Postgres. */
export function isDiskFull(error: unknown): boolean {
  const { code = "", cause } = (error ?? {}) as { code?: string; cause?: unknown };
  return CODES.has(code) || (cause !== undefined && isDiskFull(cause));
}
