/** Thrown by a handler if no further try can help. The job is a dead letter at once, for operators to see. */
export class PermanentFailure extends Error {
  override name = "PermanentFailure";
}
