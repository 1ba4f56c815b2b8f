import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, type ActionFunctionArgs } from "@remix-run/node";
import { read } from "~/api/client";
import { MOST_SIZES, type ProductPayload } from "~/features/products/schema";
import { typedSeason } from "~/features/products/season-schema";
import { answerForm, formKey } from "~/session/form.server";
import type { ManagedProduct } from "~/features/products/schema";
import { boundedEcho } from "~/session/echo.server";
import type { Conflict, FormValues } from "~/session/merged-form.server";
import { filesIn, readPostedFor, storeFiles } from "~/session/posted-files.server";
import { guarded, sessionOf, type Session } from "~/session/session.server";
import type { Files } from "./files";
import { fieldsOf, nameOfFirst, recordValuesOf, SIZE_FIELDS, valueInWords, type SizeFields } from "./fields-of";
import { DRAW } from "./intents";
import { moveSize } from "./size-order";
import { productForm, type ProductForm, type SizeRow, weighedIn } from "./product-form";

/** A refused form for its page: its fields as posted, and its pictures. */
export interface Returned {
  lastResult: SubmissionResult<string[]>;
  files: Files;
  /**
   * The errors of files that came with Add Variant or Remove. The answer to these buttons shows no errors at its
   * fields.
   */
  wrong?: string[];
  conflicts?: Conflict[];
  /** A key for the next try, if the last key already stands for something else. */
  key?: string;
}

/**
 * Answers the posted editor. Stores its files first, whatever else is wrong, and puts their ids into the form, so that
 * a refused form keeps them. Adding leads to the list, saving to the details. Source: specification §4.
 */
export async function saveEditor(args: ActionFunctionArgs, productId?: string) {
  const session = await sessionOf(args);
  await session.require("merchant");
  const post = await readPostedFor(
    session,
    args.request,
    Math.max(session.config.mostVideoBytes, session.config.mostImageBytes),
  );
  try {
    const { form } = post;
    const wrong = await guarded(session, () =>
      storeFiles(form, post.files, (body) => read(session.api(form.get("_key")).file.$post({}, { init: { body } }))),
    );
    if (Object.keys(wrong).length > 0) {
      const submission = parseWithZod(form, { schema: productForm });
      const lastResult = boundedEcho(submission.reply({ fieldErrors: wrong, hideFields: ["_key"] }));
      return data<Returned>(
        {
          lastResult,
          files: await filesIn(session.api(), form),
          ...(lastResult.status === undefined && { wrong: Object.values(wrong).flat() }),
        },
        { status: 422 },
      );
    }
    if (moveSize(form) || form.get("intent") === DRAW) return data(await returnedForm(session, form));
    const answer = await answerForm(
      args,
      form,
      {
        schema: productForm,
        rename: {
          ...RENAMED,
          image: "photos",
          variants: "sizes",
          "season.from": "seasonFrom",
          "season.until": "seasonUntil",
          video: "videoFile",
          "food.allergensConfirmed": "food.allergensConfirmed",
        },
        record: { valuesOf: valuesSince, wordsOf: valueInWords, follow: followStock },
      },
      async (value, _, key, version) => {
        const json = payloadOf(value, form.has(nameOfFirst("id")));
        if (!productId) {
          await read(session.api(key).product["manage-product"].$post({ json }));
          return session.redirect("/merchant/products", { notice: "Product Added Successfully" });
        }
        await read(session.api(key, version).product["manage-product"].$put({ query: { product: productId }, json }));
        return session.redirect(`/merchant/products/${productId}`, { notice: "Product Updated Successfully" });
      },
    );
    if (answer instanceof Response) return answer;
    const { lastResult, conflicts } = answer.data;
    // An added or removed row is no refusal.
    const isDrawn = lastResult.status === undefined;
    const key = isDrawn ? keyOf(form) : answer.data.key;
    return data<Returned>(
      {
        lastResult,
        files: await filesIn(session.api(), form),
        ...(key && { key }),
        ...(conflicts && { conflicts }),
      },
      isDrawn ? { status: 200 } : (answer.init ?? {}),
    );
  } finally {
    await post.done();
  }
}

const keyOf = (form: FormData) => String(form.get("_key") ?? "") || formKey();

/** A form as it is, without files that no longer exist. It may come from a draft. */
async function returnedForm(session: Session, form: FormData): Promise<Returned> {
  const files = await filesIn(session.api(), form);
  const ids = new Set([...files.images, ...files.videos].map(({ _id }) => _id));
  const images = [...form.keys()].filter((name) => /^image\[\d+\]$/.test(name));
  const imageIds = images.map((name) => String(form.get(name))).filter((id) => ids.has(id));
  for (const name of images) form.delete(name);
  imageIds.forEach((id, place) => form.append(`image[${place}]`, id));
  if (!ids.has(String(form.get("video")))) form.set("video", "");
  const { initialValue = {} } = boundedEcho(
    parseWithZod(form, { schema: productForm }).reply({ hideFields: ["_key", "_account", "intent"] }),
  );
  return { lastResult: { initialValue }, files, key: keyOf(form) };
}

/**
 * Fields of a product that others may have changed since the form was opened. Orders change the stock by themselves. As
 * long as no person has set the stock, the count applies to the figure that the page showed.
 */
export function valuesSince(product: ManagedProduct, form: FormData): FormValues {
  const { stockVersion, quantity } = fieldsOf(product);
  const { quantity: _counted, ...values } = recordValuesOf(product);
  const sizes = fieldsOf(product).sizes.map((size) => countedAsTyped(size, form));
  if (form.get("stockVersion") === stockVersion) return { ...values, sizes };
  // The figure was not edited, so nothing was counted.
  if (form.get("quantity") === form.get("quantityBefore")) form.set("quantity", quantity);
  return { ...values, quantity, sizes };
}

/** A further size. It keeps the count that was typed for it if no person has set its stock since. */
function countedAsTyped(size: SizeFields, form: FormData): SizeFields {
  const [, row] =
    [...form].flatMap(([name, id]) => (id === size.id ? [/^(sizes\[\d+\])\.id$/.exec(name)] : []))[0] ?? [];
  if (row === undefined || form.get(`${row}.stockVersion`) !== size.stockVersion) return size;
  const textIn = (field: string) => String(form.get(`${row}.${field}`) ?? "");
  return { ...size, quantity: textIn("quantity"), quantityBefore: textIn("quantityBefore") };
}

/** Updates the hidden fields of stock and low-stock mark to the product's present values. */
function followStock(form: FormData, product: ManagedProduct): void {
  const { quantity, stockVersion, lowStockAt } = fieldsOf(product);
  form.set("lowStockBefore", lowStockAt);
  if (form.get("stockVersion") === stockVersion) return;
  form.set("quantityBefore", quantity);
  form.set("stockVersion", stockVersion);
}

const dollarsOf = (cents: number) => (cents / 100).toFixed(2);

/** The fields of one size as the service's call takes them. */
function soldAs({
  lowStockAt,
  lowStockBefore,
  amount,
  vatAmount = 0,
  content,
  drained,
  sku,
  barcode,
  quantity,
  quantityBefore,
  stockVersion,
  soldBy,
  margin,
}: Omit<SizeRow, "id" | "name">) {
  const weighed = weighedIn({ soldBy, amount, margin });
  return {
    sku,
    barcode,
    amount: dollarsOf(amount),
    vatAmount: dollarsOf(vatAmount),
    ...(content !== undefined && { content }),
    ...(drained !== undefined && { drained }),
    ...(weighed !== undefined && {
      weighed: weighed && { price: dollarsOf(weighed.unitPriceCents), margin: weighed.marginPercent },
    }),
    quantity,
    quantityBefore,
    stockVersion,
    ...(lowStockAt !== lowStockBefore && { lowStockAt: lowStockAt ?? null }),
  };
}

/**
 * The form as the service's call takes it. `hasSizes` says that the form has the hidden field of the first size's id,
 * and so lists all sizes. A new first size has no id in it.
 */
export function payloadOf(form: ProductForm, hasSizes = false) {
  const { title, description, category, image, video, discountType, discountPercentage = 0, isPhysical, tags } = form;
  const { sizeId, sizeName = "", sizes } = form;
  const variants = [
    { ...(sizeId && { _id: sizeId }), name: sizeName, ...soldAs(form) },
    ...sizes.map(({ id, name, ...size }) => ({ ...(id && { _id: id }), name, ...soldAs(size) })),
  ];
  return {
    title,
    description,
    category,
    image,
    tags,
    availType: form.availType,
    discountType,
    discountPercentage,
    isPhysical,
    ...soldAs(form),
    // A form from before there were sizes leaves the other sizes as they are.
    ...((hasSizes || sizeId || sizes.length > 0) && { variants }),
    ...(form.food && { food: form.food }),
    taxClass: form.taxClass,
    variations: form.variations,
    season: typedSeason(form.seasonFrom, form.seasonUntil, form.seasonYearly),
    noticeHours: form.noticeHours ?? 0,
    video: video ?? null,
    measurement: {
      height: form.height ?? null,
      width: form.width ?? null,
      length: form.length ?? null,
      weight: form.weight ?? null,
    },
  } satisfies Record<
    Exclude<
      keyof ProductPayload,
      "lowStockAt" | "food" | "content" | "drained" | "weighed" | "variants" | "externalId"
    >,
    unknown
  >;
}

/** The form's names of the service's fields. The first size is in the form itself. */
const RENAMED = Object.fromEntries(
  SIZE_FIELDS.flatMap((field) => [
    [`variants.0.${field}`, nameOfFirst(field)],
    ...Array.from({ length: MOST_SIZES - 1 }, (_, index) => [
      `variants.${index + 1}.${field}`,
      `sizes[${index}].${field}`,
    ]),
  ]),
) as Record<string, string>;
