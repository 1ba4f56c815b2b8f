/** Thrown by a handler that no further try can help: the job is a dead letter at once, for operators to see. */
export class PermanentFailure extends Error {
  override name = "PermanentFailure";
}
