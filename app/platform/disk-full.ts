const CODES = new Set(["ENOSPC", "EDQUOT", "EFBIG", "SQLITE_FULL", "53100"]);

/** True when `error` says that there is no room on the disk: of ours, or of Postgres'. */
export function isDiskFull(error: unknown): boolean {
  const { code = "", cause } = (error ?? {}) as { code?: string; cause?: unknown };
  return CODES.has(code) || (cause !== undefined && isDiskFull(cause));
}
