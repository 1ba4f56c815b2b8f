import { StartupError } from "./startup-error";

/** A wrong setting stops the start with this one sentence, which names the variable. */
export class ConfigError extends StartupError {
  override name = "ConfigError";
}
