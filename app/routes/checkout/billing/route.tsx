import { useForm } from "@conform-to/react";
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { noBilling } from "~/features/accounts/schema";
import { sizeIdOf, type CartLine, type SavedLists } from "~/features/cart/schema";
import { ON_COLLECTION } from "~/features/collection-payments/schema";
import { SHIP_TO, type checkoutForm, type LatestCheckout } from "~/features/checkout/schema";
import type { z } from "~/features/zod";
import { asTyped } from "~/routes/shared/billing/as-typed.server";
import { BillingFields, billingLabels } from "~/routes/shared/billing/billing-fields";
import { countryNames, regionsOf } from "~/routes/shared/billing/countries.server";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, postedForm, type Refused } from "~/session/form.server";
import { guarded, sessionOf, type Session } from "~/session/session.server";
import { split } from "~/styles/layout.css";
import { TextAreaField } from "~/ui/field/text-area-field";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useAnswer } from "~/ui/form/use-answer";
import { panelClass } from "~/ui/panel/panel";
import { UNEXPECTED } from "../payment/sentences";
import { OrderSummary, type ItemsOfStall } from "../order-summary";
import type { StallOptions } from "~/features/delivery/schema";
import { PriceChanges, type PriceChange } from "../price-changes";
import { CheckoutSteps } from "../steps";
import { addressBook, asLeft, destinationOf, placeIn, rulesFor } from "./destinations.server";
import { offersIt, PaymentChoice } from "./payment-choice";
import { ShipTo } from "./ship-to";
import { totalOf, withFees } from "./way-choices";
import { Ways } from "./ways";
import * as styles from "./styles.css";

export const meta = titled("Checkout");

/** The number of days for which the fields of an unpaid checkout are offered again. */
const KEPT_DAYS = 30;

/** The highest price of a product. */
const MOST_DOLLARS = 1_000_000;

type Typed = z.input<typeof checkoutForm>;

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const user = await session.require("buyer");
  const { carts } = await session.lists.read();
  const { data: cart } = await guarded(session, () => read(session.api().product.cart.$post({ json: { carts } })));
  const { data: latest } = await guarded(session, () => read(session.api().product.payment.latest.$get()));
  if (cart.lines.length === 0) {
    // A buyer who has paid and did not see the answer comes back here.
    if (latest?.status === "paid") throw await session.redirect(`/checkout/success?order=${latest.orderId}`);
    throw await session.redirect("/shopping_cart", { notice: { type: "danger", message: "Your cart is empty." } });
  }
  if (!cart.orderable)
    throw await session.redirect("/shopping_cart", {
      notice: {
        type: "danger",
        message: "Some products in your cart cannot be ordered as they stand. Please look them over.",
      },
    });
  const { extras } = user;
  const fresh = {
    ...extras,
    firstName: extras.firstName || user.firstName,
    lastName: extras.lastName || user.lastName,
    email: extras.email || user.email,
    telephone: extras.telephone || user.telephone,
  };
  const book = await guarded(session, () => addressBook(session));
  const usual = book.find(({ isUsual }) => isUsual);
  const initial =
    latest && isUnpaid(latest) ? asLeft(latest, book) : { billing: fresh, shipTo: usual?._id ?? SHIP_TO.billing };
  const typedFields = (await session.exits.kept())?.typed;
  const shipping = ("shipping" in initial && initial.shipping) || noBilling;
  const destination = destinationOf({ ...initial, shipElsewhere: "shipElsewhere" in initial, shipping }, book);
  const stallOptions = await optionsOf(session, carts, destination);
  return {
    book,
    stallOptions,
    standing: stallOptions.some(offersIt) ? await standingOf(session) : null,
    key: formKey(),
    timeZone: session.config.timeZone,
    countries: countryNames(),
    regions: regionsOf(typedFields?.get("billing.countryRegion") ?? initial.billing.countryRegion),
    shippingRegions: regionsOf(typedFields?.get("shipping.countryRegion") ?? shipping.countryRegion),
    saved: initial,
    changes: cart.lines.flatMap(({ product, size, was }): PriceChange[] =>
      product && size && was !== null ? [{ title: product.title, was, now: size.amount }] : [],
    ),
    shown: cart.lines.flatMap(({ size }) => (size ? [{ id: size._id, price: size.amount }] : [])),
    total: cart.cartTotal,
    stalls: stallsIn(cart.lines),
  };
}

/** The delivery methods of a cart's stalls to an address. Without zip code and city, areas are not considered. */
async function optionsOf(
  session: Session,
  carts: SavedLists["carts"],
  { zipCode = "", city = "" }: { zipCode?: string | undefined; city?: string | undefined },
) {
  const { data } = await read(
    session.api().product.delivery.options.$post({
      json: {
        carts,
        ...((zipCode || city) && { address: { zipCode: zipCode.slice(0, 20), city: city.slice(0, 100) } }),
      },
    }),
  );
  return data;
}

type Goods = Omit<ItemsOfStall, "deliveryFee" | "delivery">;

/** Whether the buyer may pay at collection. */
async function standingOf(session: Session) {
  const payment = session.api().product.payment;
  return (await guarded(session, () => read(payment["on-collection"].$get()))).data;
}

/** The lines of a cart by stall. Each stall comes in the place of its first line. */
function stallsIn(lines: CartLine[]): Goods[] {
  const stalls = new Map<string, Goods>();
  for (const { product, size, quantity, subtotal } of lines) {
    if (!product || !size) continue;
    const { _id: id, storeName: name } = product.merchant;
    const stall = stalls.get(id) ?? { id, name, items: [] };
    stalls.set(id, stall);
    const { category } = product;
    const title = size.name ? `${product.title}, ${size.name}` : product.title;
    const image = product.image[0] ?? null;
    stall.items.push({
      id: size._id,
      title,
      quantity,
      amount: subtotal,
      isAtMost: size.weighed === true,
      image,
      tint: category.tint,
    });
  }
  return [...stalls.values()];
}

/** Whether a checkout is unpaid, and so recent that its address has hardly changed. */
function isUnpaid({ status, createdAt }: LatestCheckout): boolean {
  return (status === "waiting" || status === "over") && Date.parse(createdAt) > Date.now() - KEPT_DAYS * 86_400_000;
}

export async function action(args: ActionFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("buyer");
  const form = await postedForm(args.request);
  const intent = String(form.get("intent"));
  const regions = {
    billing: regionsOf(String(form.get("billing.countryRegion") ?? "")),
    shipping: regionsOf(String(form.get("shipping.countryRegion") ?? "")),
  };
  const { carts: lines } = await session.lists.read();
  const book = await guarded(session, () => addressBook(session));
  const stallOptions = await optionsOf(session, lines, placeIn(form, book));
  if (intent.endsWith("regions") || intent === "ways") return { lastResult: asTyped(form), regions, stallOptions };
  // A stall without a choice posts no field, but its error must show all the same.
  const wayFields = Object.fromEntries(stallOptions.map(({ merchant }) => [`ways.${merchant}`, `ways.${merchant}`]));
  const answer = await answerForm(
    args,
    form,
    { schema: rulesFor(form, book), broken: UNEXPECTED, rename: wayFields },
    async ({ notes, ways, keepAddress, paymentMethod, ...addresses }, _, key) => {
      const { billing } = addresses;
      const shipping = destinationOf(addresses, book);
      const { carts } = await session.lists.read();
      await noteSeen(session, form, carts);
      // Both calls may be repeated: a buyer has one order that waits for payment, and the same cart finds it again.
      await read(session.api().user.billing.$put({ json: billing }));
      // An address that is already in the account is not added again.
      if (keepAddress && shipping === addresses.shipping)
        await read(session.api().user.addresses.$post({ json: { address: shipping } }));
      const json = { carts, billing, notes, ways, paymentMethod, ...(shipping !== billing && { shipping }) };
      // This post itself places an order that is paid at collection. With the key, a second post places no other.
      const api = paymentMethod === ON_COLLECTION ? session.api(key) : session.api();
      const { order } = await read(api.product.payment.initialize.$post({ json }));
      return session.redirect(order ? `/checkout/success?order=${order._id}` : "/checkout/payment");
    },
  );
  // A refused form comes back with the regions of the chosen countries.
  return answer instanceof Response
    ? answer
    : data({ ...answer.data, regions, stallOptions }, answer.init ?? undefined);
}

/** Stores the prices that this page showed, so that the payment page can report a change. */
async function noteSeen(session: Session, form: FormData, carts: SavedLists["carts"]): Promise<void> {
  const lines = carts.flatMap((line) => {
    const priceSeen = Number(form.get(`seen.${sizeIdOf(line)}`));
    return priceSeen > 0 && priceSeen <= MOST_DOLLARS && priceSeen !== line.seen ? [{ ...line, seen: priceSeen }] : [];
  });
  if (lines.length > 0) await read(session.api().user.cart.$put({ json: { carts: lines } }));
}

/** The choices under a name in a refused form, by their keys. */
function choicesIn(refusal: Refused | undefined, name: "ways" | "marketDays"): Record<string, string | undefined> {
  const choices = refusal?.lastResult.initialValue?.[name];
  return choices && typeof choices === "object"
    ? Object.fromEntries(Object.entries(choices).map(([key, choice]) => [key, String(choice)]))
    : {};
}

export default function Checkout() {
  const {
    book,
    countries,
    regions,
    shippingRegions,
    saved,
    changes,
    shown,
    total,
    stalls,
    stallOptions,
    timeZone,
    standing,
    key,
  } = useLoaderData<typeof loader>();
  const refusal = useAnswer<
    Refused & { regions?: Record<"billing" | "shipping", string[]>; stallOptions?: StallOptions[] }
  >();
  const choices = choicesIn(refusal, "ways");
  const chosenTimes = choicesIn(refusal, "marketDays");
  const offered = refusal?.stallOptions ?? stallOptions;
  const summed = withFees(stalls, offered, choices);
  const [form, fields] = useForm<Typed>({
    id: "checkout",
    lastResult: refusal?.lastResult,
    defaultValue: saved,
  });
  return (
    <>
      <div className={styles.head}>
        <h1>Checkout</h1>
        <CheckoutSteps current={0} />
      </div>
      <PriceChanges changes={changes} />
      {/* On a wide screen the button is beside the fields, but it is still part of their form. */}
      <PostForm form={form} enterIntent="checkout" idempotencyKey={refusal?.key ?? key} className={split}>
        {shown.map(({ id, price }) => (
          <input key={id} type="hidden" name={`seen.${id}`} value={price} />
        ))}
        <div className={panelClass}>
          <div className={styles.form}>
            <FormErrors
              form={form}
              labels={{
                ...billingLabels("billing"),
                ...billingLabels("shipping"),
                shipTo: "Where it goes",
                paymentMethod: "How you pay",
                ...Object.fromEntries(
                  stallOptions.map(({ merchant, storeName }) => [`ways.${merchant}`, storeName || "A stall"]),
                ),
              }}
            />
            <h2>Billing Information</h2>
            <BillingFields
              fields={fields.billing.getFieldset()}
              countries={countries}
              regions={refusal?.regions?.billing ?? regions}
              required
            />
            <ShipTo
              addresses={book}
              shipElsewhere={fields.shipElsewhere}
              shipTo={fields.shipTo}
              keepAddress={fields.keepAddress}
            >
              <BillingFields
                fields={fields.shipping.getFieldset()}
                countries={countries}
                regions={refusal?.regions?.shipping ?? shippingRegions}
                prefix="shipping"
                requiredIfShown
              />
            </ShipTo>
            <Ways
              stalls={offered}
              timeZone={timeZone}
              chosen={choices}
              chosenTimes={chosenTimes}
              errors={Object.fromEntries(
                stallOptions.map(({ merchant }) => [
                  merchant,
                  refusal?.lastResult.error?.[`ways.${merchant}`] ?? undefined,
                ]),
              )}
            />
            <PaymentChoice
              field={fields.paymentMethod}
              stalls={refusal?.stallOptions ?? stallOptions}
              names={stalls}
              standing={standing}
            />
            <TextAreaField
              field={fields.notes}
              label="Order Notes"
              optional
              placeholder="Notes about your order, e.g. special notes for delivery"
            />
          </div>
        </div>
        <OrderSummary stalls={summed} total={totalOf(total, summed)}>
          <SubmitButton wide>Checkout</SubmitButton>
          <p className={styles.small}>
            You enter your card on the next page{standing?.allowed ? ", unless you pay when you collect" : ""}.
          </p>
        </OrderSummary>
      </PostForm>
    </>
  );
}
