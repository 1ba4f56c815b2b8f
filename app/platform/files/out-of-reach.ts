/** The file storage does not answer, is overloaded or refuses us. The same call may succeed later. */
export class FilesOutOfReach extends Error {
  override name = "FilesOutOfReach";
  readonly code = "FILES_OUT_OF_REACH";
  /** Whether it lasts until an operator acts, as with a revoked key. The message then says what to do. */
  readonly needsOperator: boolean;
  constructor(message: string, { needsOperator = false, ...options }: ErrorOptions & { needsOperator?: boolean } = {}) {
    super(message, options);
    this.needsOperator = needsOperator;
  }
}
