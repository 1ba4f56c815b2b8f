/** A wrong setting stops the start with this one sentence, which names the variable. */
export class ConfigError extends Error {
  override name = "ConfigError";
}
