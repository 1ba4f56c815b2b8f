import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, type ActionFunctionArgs } from "@remix-run/node";
import { ApiFailure, read } from "~/api/client";
import { MOST_IMAGES, TOO_MANY_FILES } from "~/features/media/schema";
import { answerForm } from "~/session/form.server";
import { readPosted, type PostedFile } from "~/session/posted-files.server";
import { sessionOf, type Session } from "~/session/session.server";
import type { Files } from "./files";
import { payloadOf, productForm } from "./product-form";

/** What a form comes back with: itself as it was typed, and the pictures that it holds. */
export interface Returned {
  lastResult: SubmissionResult<string[]>;
  files: Files;
  /**
   * What was wrong with files that came along with a press of Add Variant or Remove: such a press shows no errors at
   * its fields.
   */
  wrong?: string[];
  /** A key for the next try, where the last one stands for something else by now. */
  key?: string;
}

/**
 * Answers the posted editor. Its files are stored first, whatever else is wrong, and their ids put into the form, so
 * that a form which comes back has them. Adding leads to the list, saving to the details. Source: specification §4.
 */
export async function saveEditor(asked: ActionFunctionArgs, productId?: string) {
  const session = await sessionOf(asked);
  await session.require("merchant");
  const posted = await readPosted(
    asked.request,
    Math.max(session.config.mostVideoBytes, session.config.mostImageBytes),
  );
  try {
    const { form } = posted;
    const wrong = await storeFiles(session, form, posted.files);
    if (Object.keys(wrong).length > 0) {
      const lastResult = parseWithZod(form, { schema: productForm }).reply({
        fieldErrors: wrong,
        hideFields: ["_key"],
      });
      return data<Returned>(
        {
          lastResult,
          files: await filesIn(session, form),
          ...(lastResult.status === undefined && { wrong: Object.values(wrong).flat() }),
        },
        { status: 422 },
      );
    }
    const answer = await answerForm(
      asked,
      form,
      { schema: productForm, rename: { image: "photos", video: "videoFile" } },
      async (value, _, key) => {
        const json = payloadOf(value);
        if (!productId) {
          await read(session.api(key).product["manage-product"].$post({ json }));
          return session.redirect("/merchant/products", { notice: "Product Added Successfully" });
        }
        await read(session.api(key).product["manage-product"].$put({ query: { product: productId }, json }));
        return session.redirect(`/merchant/products/${productId}`, { notice: "Product Updated Successfully" });
      },
    );
    if (answer instanceof Response) return answer;
    const { lastResult, key } = answer.data;
    // A row more or fewer is no refusal.
    return data<Returned>(
      {
        lastResult,
        files: await filesIn(session, form),
        ...(key && { key }),
      },
      lastResult.status === undefined ? { status: 200 } : (answer.init ?? {}),
    );
  } finally {
    await posted.done();
  }
}

/** Stores the files one by one and puts their ids into the form. Answers what was wrong with the others. */
async function storeFiles(session: Session, form: FormData, files: PostedFile[]): Promise<Record<string, string[]>> {
  const wrong: Record<string, string[]> = {};
  const key = form.get("_key");
  const held = [...form.keys()].filter((name) => /^image\[\d+\]$/.test(name)).length;
  const ids = new Set<string>();
  for (const file of files) {
    try {
      if (file.field === "photos" && held + ids.size >= MOST_IMAGES)
        throw new ApiFailure(422, [{ message: TOO_MANY_FILES, code: "too_many_files" }], session.requestId);
      for (const id of await stored(session, key, file)) {
        if (file.field === "videoFile") form.set("video", id);
        else ids.add(id);
      }
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.status >= 500) throw failure;
      const message = failure.is("too_many_files") ? failure.message : `${file.name}: ${failure.message}`;
      wrong[file.field] = [...new Set([...(wrong[file.field] ?? []), message])];
    }
  }
  [...ids].forEach((id, place) => form.append(`image[${held + place}]`, id));
  return wrong;
}

async function stored(
  session: Session,
  key: FormDataEntryValue | null,
  { field, name, blob }: PostedFile,
): Promise<string[]> {
  const body = new FormData();
  body.set("intendedFileName", field === "videoFile" ? "video" : "image");
  body.set(field === "videoFile" ? "intendedFile" : "intendedFile[]", blob, name);
  const { data: kept } = await read(session.api(key).file.$post({}, { init: { body } }));
  return (Array.isArray(kept) ? kept : [kept]).map(({ _id }) => _id);
}

/** The pictures and the video that a form holds, to be shown again. */
async function filesIn(session: Session, form: FormData): Promise<Files> {
  const ids = [...form.entries()].flatMap(([name, value]) =>
    /^(image\[\d+\]|video)$/.test(name) && typeof value === "string" && value ? [value] : [],
  );
  return ids.length > 0
    ? (await read(session.api().file.$get({ query: { ids: ids.join(",") } }))).data
    : { images: [], videos: [] };
}
