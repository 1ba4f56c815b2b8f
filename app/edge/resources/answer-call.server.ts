import { runningService } from "~/api/in-process.server";
import { requestScope } from "~/platform/log.server";
import { cookiesOf, readText } from "~/session/cookies.server";

/**
 * Passes an HTTP request to the API. A browser's scripts cannot read the token's cookie, so the cookie counts where no
 * `Authorization` is sent. The steps of server.ts have refused requests from other sites.
 */
export async function answerCall(request: Request): Promise<Response> {
  const { api, config } = await runningService();
  const token = request.headers.has("Authorization") ? null : await readText(cookiesOf(config).authToken, request);
  const env = { memo: new Map<string, Promise<unknown>>(), clientAddress: requestScope()?.clientAddress ?? "unknown" };
  if (!token) return api.fetch(request, env);
  const headers = new Headers(request.headers);
  headers.set("Authorization", token);
  return api.fetch(new Request(request, { headers }), env);
}
