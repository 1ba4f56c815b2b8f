/** One thing that is wrong, as the API tells it. `field` names the payload's field at fault, dotted for nested ones. */
export interface RefusalItem {
  message: string;
  code: string;
  field?: string;
}

export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 422 | 429 | 500 | 503;

/** Thrown by a rule when the business says no. The API answers it with its status. */
export class Refusal extends Error {
  override name = "Refusal";
  constructor(
    readonly status: RefusalStatus,
    readonly items: [RefusalItem, ...RefusalItem[]],
    readonly headers: Record<string, string> = {},
    /** Where a lost update is refused: what is there now, and what was sent. */
    readonly versions?: { current: unknown; sent: unknown },
  ) {
    super(items.map((item) => item.message).join(", "));
  }
  get code(): string {
    return this.items[0].code;
  }
}

/** Declares a refusal once: its stable code, its status, its sentence, and the field it belongs to. */
export function refusal(code: string, status: RefusalStatus, message: string, field?: string): () => Refusal {
  return () => new Refusal(status, [{ message, code, ...(field && { field }) }]);
}
