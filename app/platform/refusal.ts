/**
 * One error of a request, as the API reports it. `field` names the payload's field at fault, dotted for nested ones.
 */
export interface RefusalItem {
  message: string;
  code: string;
  field?: string;
}

export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 422 | 429 | 500 | 503;

/** Thrown by a business rule that refuses. The API responds with its status. */
export class Refusal extends Error {
  override name = "Refusal";
  constructor(
    readonly status: RefusalStatus,
    readonly items: [RefusalItem, ...RefusalItem[]],
    readonly headers: Record<string, string> = {},
    /** For a refused lost update: the current version, and the one that was sent. */
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
