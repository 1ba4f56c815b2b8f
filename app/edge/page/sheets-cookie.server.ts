import type { Config } from "~/platform/config.server";
import { cookiesOf, readText } from "~/session/cookies.server";

/**
 * The cookie that a page which carries its styles comes with, for who sends cookies: from the next page on they are
 * linked. Null where a browser has said that it was told so by this build already. It says nothing of anybody, and goes
 * when the browser is closed.
 */
export async function tellsOfSheets(
  cookie: string | null | undefined,
  build: string,
  config: Config,
): Promise<string | null> {
  const { sheets } = cookiesOf(config);
  const sheetsText = await readText(sheets, { headers: new Headers({ Cookie: cookie ?? "" }) });
  return sheetsText === build ? null : sheets.serialize(build);
}
