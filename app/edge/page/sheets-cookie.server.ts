import type { Config } from "~/platform/config.server";
import { cookiesOf, readText } from "~/session/cookies.server";

/**
 * The `Set-Cookie` of a page that carries its styles, for browsers that send cookies: from the next page on, the styles
 * are linked. Null if the browser's cookie names this build already. It says nothing about a person, and ends when the
 * browser is closed.
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
