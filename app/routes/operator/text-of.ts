import { ApiFailure } from "~/api/client";

/** The text of a successful answer; throws an ApiFailure for any other. For answers that are no JSON. */
export async function textOf(call: Promise<{ ok: boolean; status: number; text(): Promise<string> }>): Promise<string> {
  const answer = await call;
  if (!answer.ok) throw new ApiFailure(answer.status, [], "");
  return answer.text();
}
