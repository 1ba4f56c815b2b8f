/** Whoever keeps the files does not answer, or has too much to do: the same may well succeed in a moment. */
export class FilesOutOfReach extends Error {
  override name = "FilesOutOfReach";
  readonly code = "FILES_OUT_OF_REACH";
}
