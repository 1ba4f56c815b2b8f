import { read } from "~/api/client";
import { guarded, orNotFound, type Session } from "~/session/session.server";

/** Streams a file of the service to the browser. A refusal ends as it does for a page. */
export async function download(session: Session, call: () => Promise<Answer>): Promise<Response> {
  return guarded(session, () =>
    orNotFound(
      (async () => {
        const answer = await call();
        // This throws the service's refusal.
        if (!answer.ok) await read(Promise.resolve(answer));
        const headers = new Headers({ "Cache-Control": "no-store" });
        for (const name of ["Content-Type", "Content-Disposition"]) headers.set(name, answer.headers.get(name) ?? "");
        return new Response(answer.body, { headers });
      })(),
    ),
  );
}

interface Answer {
  ok: boolean;
  status: number;
  headers: Headers;
  body: ReadableStream | null;
  json(): Promise<unknown>;
}
