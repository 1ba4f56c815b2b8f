import { ApiFailure, read } from "~/api/client";
import { signUpDraft, type SignUpDraft } from "~/features/accounts/schema";
import { forget, readText } from "~/session/cookies.server";
import { derivedKey } from "~/session/derived-key.server";
import type { Session } from "~/session/session.server";

interface Kept {
  id: string | null;
  draft: SignUpDraft;
}

/** The fields of the steps so far. An empty draft if there are none or they have been forgotten. */
export async function keptDraft(session: Session, request: Request): Promise<Kept> {
  const id = await readText(session.cookies.signUpDraft, request);
  const emptyDraft: Kept = { id: null, draft: signUpDraft.parse({}) };
  if (!id) return emptyDraft;
  try {
    return {
      id,
      draft: (await read(session.api().user["sign-up-draft"][":draft"].$get({ param: { draft: id } }))).data,
    };
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.status < 500) return emptyDraft;
    throw failure;
  }
}

/**
 * Adds `fields` to the draft. Returns the cookies that lead back to it. Under the form's key, a first step that is
 * posted twice makes one draft.
 */
export async function keepTyped(
  session: Session,
  { id, draft }: Kept,
  fields: Partial<SignUpDraft>,
  key: FormDataEntryValue | null,
): Promise<string[]> {
  const json = { ...draft, ...fields };
  if (id) {
    await read(session.api().user["sign-up-draft"][":draft"].$put({ param: { draft: id }, json }));
    return [];
  }
  const { data } = await read(session.api(keyOf(key, json)).user["sign-up-draft"].$post({ json }));
  return [await session.cookies.signUpDraft.serialize(data._id)];
}

/** Empties the draft, for a phone that several people use. Returns the cookies that forget it. */
export async function forgetDraft(session: Session, { id }: Kept): Promise<string[]> {
  if (id)
    await read(
      session.api().user["sign-up-draft"][":draft"].$put({ param: { draft: id }, json: signUpDraft.parse({}) }),
    );
  return [await session.cookies.signUpDraft.serialize("", forget)];
}

/** The key covers the fields, so that a first step with other fields begins another draft. */
function keyOf(key: FormDataEntryValue | null, draft: SignUpDraft): string | null {
  if (typeof key !== "string" || key === "") return null;
  return derivedKey(key, JSON.stringify(draft));
}

/** The fields of a draft that a form holds, as typed. */
export function typedIn(form: FormData): Partial<SignUpDraft> {
  const fields: Partial<SignUpDraft> = {};
  for (const name of ["firstName", "lastName", "email", "storeName", "businessAddress", "username"] as const) {
    const value = form.get(name);
    if (typeof value === "string") fields[name] = value.slice(0, 200);
  }
  // Unticked boxes are not sent. The field of the stall's name shows that the form had the boxes.
  if (form.has("storeName"))
    fields.businessCategory = form
      .getAll("businessCategory")
      .map((value) => String(value).slice(0, 24))
      .slice(0, 100);
  return fields;
}
