import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, type ActionFunctionArgs } from "@remix-run/node";
import { read } from "~/api/client";
import type { ProductPayload } from "~/features/products/schema";
import { answerForm } from "~/session/form.server";
import { filesIn, readPostedFor, storeFiles } from "~/session/posted-files.server";
import { guarded, sessionOf } from "~/session/session.server";
import type { Files } from "./files";
import { productForm, type ProductForm } from "./product-form";

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
  const posted = await readPostedFor(
    session,
    asked.request,
    Math.max(session.config.mostVideoBytes, session.config.mostImageBytes),
  );
  try {
    const { form } = posted;
    const wrong = await guarded(session, () =>
      storeFiles(form, posted.files, (body) => read(session.api(form.get("_key")).file.$post({}, { init: { body } }))),
    );
    if (Object.keys(wrong).length > 0) {
      const lastResult = parseWithZod(form, { schema: productForm }).reply({
        fieldErrors: wrong,
        hideFields: ["_key"],
      });
      return data<Returned>(
        {
          lastResult,
          files: await filesIn(session.api(), form),
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
        files: await filesIn(session.api(), form),
        ...(key && { key }),
      },
      lastResult.status === undefined ? { status: 200 } : (answer.init ?? {}),
    );
  } finally {
    await posted.done();
  }
}

const dollarsOf = (cents: number) => (cents / 100).toFixed(2);

/** The form as the service's call takes it. */
export function payloadOf(form: ProductForm) {
  const {
    title,
    description,
    sku,
    barcode,
    amount,
    quantity,
    quantityBefore,
    lowStockAt = null,
    lowStockBefore = null,
    category,
    image,
    video,
    discountType,
    discountPercentage = 0,
    vatAmount = 0,
    isPhysical,
    tags,
    availType,
  } = form;
  return {
    title,
    description,
    sku,
    barcode,
    category,
    image,
    tags,
    availType,
    discountType,
    discountPercentage,
    isPhysical,
    quantity,
    quantityBefore,
    ...(lowStockAt !== lowStockBefore && { lowStockAt }),
    taxClass: form.taxClass,
    variations: form.variations,
    video: video ?? null,
    amount: dollarsOf(amount),
    vatAmount: dollarsOf(vatAmount),
    measurement: {
      height: form.height ?? null,
      width: form.width ?? null,
      length: form.length ?? null,
      weight: form.weight ?? null,
    },
  } satisfies Record<Exclude<keyof ProductPayload, "lowStockAt">, unknown>;
}
