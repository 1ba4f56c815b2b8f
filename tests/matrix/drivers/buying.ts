import { EXAMPLES } from "../../../app/api/examples";
import { PASSWORD } from "../../e2e/shop";
import type { Arrival, Driver, Untried } from "../driver";
import { aBuyer, call, onSale } from "../people";
import type { OwnShop } from "../shop-of-its-own";
import {
  arriveWithProduct,
  BILLING,
  CARD,
  cartOf,
  checkedOut,
  inCart,
  paid,
  payments,
  reviewed,
  shipped,
  toCollect,
} from "./made";

const STRIPE = "stands there with Stripe alone; tried on its stand-in by the journeys of tests/e2e/stripe";

/** Makes a payment that the bank wants to authenticate. */
async function prepareQuestion({ shop, lane }: Arrival): Promise<void> {
  const { clientSecret } = await checkedOut(shop, lane);
  const card = { number: "4000002760003184", expiry: "04/34", cvc: "123" };
  await call(shop, "", "POST", "/test-payments/confirm", { clientSecret, ...card });
}

/** Subscribes a browser. It is a new one, because a browser that subscribes again belongs only to the last account. */
async function subscribeBrowser(shop: OwnShop, token: string, word: string): Promise<void> {
  const subscription = { ...EXAMPLES["createPushSubscription"], endpoint: `https://push.example.com/send/${word}` };
  await call(shop, token, "POST", "/user/push-subscriptions", subscription);
}

export const buying: (Driver | Untried)[] = [
  {
    file: "routes/checkout/billing/route.tsx",
    intent: "checkout",
    who: "buyer",
    async arrive({ shop, lane, word }) {
      await cartOf(shop, lane);
      const billing = Object.entries({ ...BILLING, streetAddress: `12 ${word} Row` });
      return {
        path: "/checkout",
        typed: {
          ...Object.fromEntries(billing.map(([name, value]) => [`billing.${name}`, value])),
          notes: `Ring twice, ${word}.`,
        },
        done: () => shop.count("select count(*) from orders where notes = ?", `Ring twice, ${word}.`),
      };
    },
    press: 'main button:text-is("Checkout")',
    says: /^\/checkout\/payment/,
  },
  ...["regions", "shipping-regions"].map((intent) => ({
    file: "routes/checkout/billing/route.tsx",
    intent,
    because: "only asks for the regions of a country, and is not there where scripts run",
  })),
  {
    file: "routes/checkout/payment/test-card-form.tsx",
    who: "buyer",
    async arrive({ shop, lane }) {
      await checkedOut(shop, lane);
      return { path: "/checkout/payment", typed: CARD, done: () => payments(shop, lane) };
    },
    press: "main form:has([name=cvc]) button[type=submit]",
    says: /^\/checkout\/success/,
  },
  {
    file: "routes/checkout/payment/route.tsx",
    intent: "finalize",
    because: "is there only while an order could not be written down after its payment",
  },
  { file: "routes/checkout/payment/hosted-page-form.tsx", intent: "hosted", because: STRIPE },
  { file: "routes/checkout/payment/hosted-page-form.tsx", intent: "link", because: STRIPE },
  {
    file: "routes/checkout/authentication/route.tsx",
    intent: "complete",
    who: "buyer",
    async arrive(at) {
      await prepareQuestion(at);
      return { path: "/checkout/authentication", done: () => payments(at.shop, at.lane) };
    },
    press: 'main button[value="complete"]',
    says: /is paid|Order Received/,
  },
  {
    file: "routes/checkout/authentication/route.tsx",
    intent: "fail",
    who: "buyer",
    async arrive(at) {
      await prepareQuestion(at);
      return { path: "/checkout/authentication" };
    },
    press: 'main button[value="fail"]',
    says: /Payment failed/,
  },
  { file: "routes/checkout/payment-link/route.tsx", because: STRIPE },
  {
    file: "routes/buyer/order-details/route.tsx",
    who: "buyer",
    async arrive({ shop, lane }) {
      const order = await paid(shop, lane);
      return { path: `/customer/order_history/${order}`, done: () => inCart(shop, lane) };
    },
    press: 'main button:has-text("Buy again")',
    says: /Everything is in your cart again/,
  },
  {
    file: "routes/buyer/order-table.tsx",
    who: "buyer",
    async arrive({ shop, lane }) {
      await paid(shop, lane);
      return { path: "/customer/order_history", done: () => inCart(shop, lane) };
    },
    press: 'main tr:first-child button:has-text("Buy again")',
    says: /Everything is in your cart again/,
  },
  {
    file: "routes/buyer/order-details/merchant-part.tsx",
    intent: "received",
    who: "buyer",
    async arrive({ shop, lane }) {
      const order = await paid(shop, lane);
      await shipped(shop, lane, order);
      const sql = `select count(*) from "orderParts" where "orderId" = ? and "statusText" = 'Delivered'`;
      return { path: `/customer/order_history/${order}`, done: () => shop.count(sql, order) };
    },
    press: 'main button[value="received"]',
    says: /marked as delivered/,
  },
  {
    file: "routes/buyer/order-change/move-form.tsx",
    intent: "move",
    who: "buyer",
    async arrive({ shop, lane, word }) {
      const { part, path, later } = await toCollect(shop, lane, `Quinces ${word}`);
      return {
        path,
        typed: { time: later },
        done: () => shop.count('select changes from "partDeliveries" where "partId" = ?', part),
      };
    },
    press: 'main button[value="move"]',
    says: /^\/customer\/order_history\/[0-9a-f]{24}\n/,
  },
  {
    file: "routes/buyer/order-change/take-out-form.tsx",
    intent: "take-out",
    who: "buyer",
    async arrive({ shop, lane, word }) {
      const { part, path } = await toCollect(shop, lane, `Medlars ${word}`);
      const pieces = 'select sum("refundedQuantity") from "orderLines" where "partId" = ?';
      return { path, typed: { "lines[0].quantity": "1" }, done: () => shop.count(pieces, part) };
    },
    press: 'main button[value="take-out"]',
    says: /go back to your card/,
  },
  {
    file: "routes/shared/review/review-form.tsx",
    intent: "review",
    who: "buyer",
    async arrive({ shop, lane, word }) {
      const { order, line } = await arriveWithProduct(shop, lane, `Plums ${word}`);
      return {
        path: `/customer/order_history/${order}/review/${line}`,
        typed: { stars: "4", text: `Ripe, ${word}.` },
        done: () => shop.count("select count(*) from reviews where text = ?", `Ripe, ${word}.`),
      };
    },
    press: 'main button[value="review"]',
    says: /shown with the product/,
  },
  ...["come", "money_back"].map((intent) => ({
    file: "routes/storefront/moved-link/route.tsx",
    intent,
    because: "its address is sealed in a mail; answers.test.ts has the verbs, storm.spec.ts presses it",
  })),
  {
    file: "routes/storefront/review-link/route.tsx",
    intent: "stop",
    because:
      "its address is sealed in a mail that comes after days; links.test.ts has the verbs, form-of-another.test.ts its action",
  },
  {
    file: "routes/storefront/report/route.tsx",
    who: "buyer",
    async arrive({ shop, lane, word }) {
      const product = await onSale(shop, lane, `Quinces ${word}`);
      return {
        path: `/products/${product}/report`,
        typed: { reason: `Untrue, ${word}.` },
        done: () => shop.count('select count(*) from "moderationReports" where reason = ?', `Untrue, ${word}.`),
      };
    },
    press: 'main button:text-is("Report")',
    says: /Our team looks at this product/,
    not: { "session ended": "is taken from anybody: who is not signed in reports all the same" },
  },
  {
    file: "routes/storefront/decision/route.tsx",
    because: "its address is sealed in a mail; queue.test.ts has the verbs, reports.spec.ts presses it",
  },
  {
    file: "routes/storefront/review-report/route.tsx",
    who: "buyer",
    async arrive({ shop, lane, word }) {
      const { product, review } = await reviewed(shop, lane, word);
      return {
        path: `/products/${product}/reviews/${review}/report`,
        typed: { reason: `Untrue, ${word}.` },
        done: () => shop.count('select count(*) from "reviewReports" where reason = ?', `Untrue, ${word}.`),
      };
    },
    press: 'main button:text-is("Report")',
    says: /Our team looks at this review/,
    not: { "session ended": "is taken from anybody: who is not signed in reports all the same" },
  },
  {
    file: "routes/storefront/product-reviews/useful-row.tsx",
    intent: "useful",
    who: "buyer",
    async arrive({ shop, lane, word }) {
      const { product, review } = await reviewed(shop, lane, word);
      return {
        path: `/products/${product}/reviews`,
        done: () => shop.count('select count(*) from "reviewVotes" where "reviewId" = ?', review),
      };
    },
    press: 'main button[value="useful"]',
    says: /Noted as useful/,
  },
  {
    file: "routes/shared/messages/write-form.tsx",
    intent: "send",
    who: "buyer",
    async arrive({ shop, lane, word }) {
      const product = await onSale(shop, lane, `Figs ${word}`);
      const question = { kind: "product", id: product, text: `Ripe, ${word}?` };
      await call(shop, lane.buyer.token, "POST", "/conversations", question);
      const id = shop.text('select _id from conversations where "subjectId" = ?', product);
      const text = `Still ripe, ${word}?`;
      return {
        path: `/customer/conversations/${id}`,
        typed: { text },
        done: () => shop.count('select count(*) from messages where "conversationId" = ? and text = ?', id, text),
      };
    },
    press: 'main button:text-is("Send")',
    says: /Your message is sent/,
  },
  {
    file: "routes/shared/messages/write-form.tsx",
    intent: "put-in",
    because: "it fills the field and writes nothing; messages.spec.ts presses it",
  },
  ...["block", "unblock", "report"].map((intent) => ({
    file: "routes/shared/messages/stop-forms.tsx",
    intent,
    because: "it stands folded in below the conversation; messages.spec.ts presses it",
  })),
  {
    file: "routes/shared/conversation-list/route.tsx",
    who: "buyer",
    arrive: async () => ({ path: "/customer/conversations", typed: { q: "walker" } }),
    press: 'main form[role="search"] button',
    says: /^\/customer\/conversations\?(.*&)?q=walker/,
  },
  {
    file: "routes/buyer/message/route.tsx",
    who: "buyer",
    async arrive({ shop, lane: { buyer }, word }) {
      await call(shop, "", "POST", "/support", { email: buyer.email, description: `Bruised, ${word}.` });
      const id = shop.text('select _id from "supportMessages" where description = ?', `Bruised, ${word}.`);
      const reply = `Still bruised, ${word}.`;
      return {
        path: `/customer/messages/${id}`,
        typed: { reply },
        done: () => shop.count('select count(*) from "supportReplies" where "messageId" = ? and text = ?', id, reply),
      };
    },
    press: 'main button:text-is("Send reply")',
    says: /with our team/,
  },
  {
    file: "routes/buyer/settings/profile-card.tsx",
    intent: "profile",
    who: "buyer",
    async arrive({ shop, lane: { buyer }, word }) {
      const sql = 'select count(*) from users where _id = ? and "firstName" = ?';
      return {
        path: "/customer/account_settings",
        typed: { firstName: word, lastName: "Walker" },
        done: () => shop.count(sql, buyer.id, word),
      };
    },
    press: 'main button[value="profile"]',
    says: /saved|updated|success/i,
  },
  {
    file: "routes/buyer/settings/billing-card.tsx",
    intent: "billing",
    who: "buyer",
    async arrive({ shop, lane: { buyer }, word }) {
      return {
        path: "/customer/account_settings",
        typed: { ...BILLING, streetAddress: `12 ${word} Row` },
        done: () => shop.count("select count(*) from users where _id = ? and extras like ?", buyer.id, `%${word}%`),
      };
    },
    press: 'main fieldset button[value="billing"]',
    says: /saved|updated|success/i,
  },
  {
    file: "routes/storefront/watch/route.tsx",
    intent: "watch",
    who: "buyer",
    async arrive({ shop, lane: { merchant } }) {
      const as = await aBuyer(shop);
      const watchCount = () => shop.count('select count(*) from watches where "userId" = ?', as.id);
      return { path: `/stalls/${merchant.id}/follow`, as, done: watchCount };
    },
    press: 'main button[value="watch"]',
    says: /We tell you what the stall puts on sale/,
  },
  {
    file: "routes/storefront/watch/route.tsx",
    intent: "stop",
    who: "buyer",
    async arrive({ shop, lane: { merchant } }) {
      const as = await aBuyer(shop);
      await call(shop, as.token, "POST", "/user/watches", { kind: "stall", id: merchant.id });
      const watchCount = () => 1 - shop.count('select count(*) from watches where "userId" = ?', as.id);
      return { path: `/stalls/${merchant.id}/follow`, as, done: watchCount };
    },
    press: 'main button[value="stop"]',
    says: /told about it no more/,
  },
  {
    file: "routes/storefront/watch/route.tsx",
    intent: "ask",
    who: "visitor",
    async arrive({ shop, lane: { merchant }, word }) {
      const email = `${word}@example.com`;
      return { path: `/stalls/${merchant.id}/follow`, typed: { email }, done: () => shop.mails(email) };
    },
    press: 'main button[value="ask"]',
    says: /Almost there/,
  },
  ...["routes/storefront/watch-confirm/route.tsx", "routes/storefront/notice-link/route.tsx"].map((file) => ({
    file,
    because: "its address is sealed in a mail; notices.test.ts has the verbs, notices.spec.ts the pages",
  })),
  {
    file: "routes/storefront/notice-link/route.tsx",
    nth: 2,
    because: "its address is sealed in a mail; notices.test.ts has the verbs, notices.spec.ts the pages",
  },
  ...["on", "off"].map((intent): Driver => ({
    file: "routes/shared/notices/route.tsx",
    intent,
    who: "buyer",
    async arrive({ shop }) {
      const as = await aBuyer(shop);
      if (intent === "on") await call(shop, as.token, "PUT", "/user/notices/messages", { mail: false });
      const sql = 'select count(*) from "noticeChoices" where "userId" = ? and kind = ? and mail = ?';
      return {
        path: "/customer/notices",
        as,
        done: () => shop.count(sql, as.id, "messages", intent === "on" ? "1" : "0"),
      };
    },
    press: `main tr:first-child button[value="${intent}"]`,
    says: /We write to you about it/,
  })),
  {
    file: "routes/shared/notices/route.tsx",
    intent: "end",
    who: "buyer",
    async arrive({ shop, lane: { merchant } }) {
      const as = await aBuyer(shop);
      await call(shop, as.token, "POST", "/user/watches", { kind: "stall", id: merchant.id });
      const watchCount = () => 1 - shop.count('select count(*) from watches where "userId" = ?', as.id);
      return { path: "/customer/notices", as, done: watchCount };
    },
    press: 'main button[value="end"]',
    says: /told about it no more/,
  },
  ...["push-on", "push-off"].map((intent): Driver => ({
    file: "routes/shared/notices/push-panel.tsx",
    intent,
    who: "buyer",
    async arrive({ shop, word }) {
      const as = await aBuyer(shop);
      await subscribeBrowser(shop, as.token, word);
      if (intent === "push-on") await call(shop, as.token, "PUT", "/user/push-notices/orders", { push: false });
      const sql = 'select count(*) from "noticeChoices" where "userId" = ? and kind = ? and push = ?';
      return {
        path: "/customer/notices",
        as,
        done: () => shop.count(sql, as.id, "orders", intent === "push-on" ? "1" : "0"),
      };
    },
    press: `main tr:first-child button[value="${intent}"]`,
    says: /Your browsers show you such notices/,
  })),
  {
    file: "routes/shared/notices/push-panel.tsx",
    intent: "subscribe",
    because: "takes a subscription, which a browser's push service has to make; push.spec.ts has the page",
  },
  {
    file: "routes/shared/notices/push-panel.tsx",
    intent: "end-browser",
    who: "buyer",
    async arrive({ shop, word }) {
      const as = await aBuyer(shop);
      await subscribeBrowser(shop, as.token, word);
      const subscriptionCount = () =>
        1 - shop.count('select count(*) from "pushSubscriptions" where "userId" = ?', as.id);
      return { path: "/customer/notices", as, done: subscriptionCount };
    },
    press: 'main button[value="end-browser"]',
    says: /shows you no more notices/,
  },
  {
    file: "routes/buyer/address/route.tsx",
    intent: "save",
    who: "buyer",
    async arrive({ shop, word }) {
      const as = await aBuyer(shop);
      const address = Object.entries({ ...BILLING, streetAddress: `12 ${word} Row` });
      return {
        path: "/customer/account_settings/addresses/add",
        as,
        typed: Object.fromEntries(address.map(([name, value]) => [`address.${name}`, value])),
        done: () => shop.count("select count(*) from addresses where address like ?", `%12 ${word} Row%`),
      };
    },
    press: 'main fieldset button[value="save"]',
    says: /The address is saved/,
  },
  {
    file: "routes/buyer/address/route.tsx",
    intent: "remove",
    who: "buyer",
    async arrive({ shop }) {
      const as = await aBuyer(shop);
      const address = { ...BILLING, zipCode: "05401" };
      const { data } = await call<{ data: { _id: string } }>(shop, as.token, "POST", "/user/addresses", { address });
      return {
        path: `/customer/account_settings/addresses/${data._id}`,
        as,
        done: () => 1 - shop.count("select count(*) from addresses where _id = ?", data._id),
      };
    },
    press: 'main button[value="remove"]',
    says: /The address is removed/,
  },
  {
    file: "routes/buyer/address/route.tsx",
    intent: "shipping-regions",
    because: "only asks for the regions of a country, and is not there where scripts run",
  },
  {
    file: "routes/buyer/settings/billing-card.tsx",
    intent: "regions",
    because: "only asks for the regions of a country, and is not there where scripts run",
  },
  {
    file: "routes/shared/password-card.tsx",
    intent: "password",
    who: "buyer",
    async arrive({ shop }) {
      const as = await aBuyer(shop);
      const hash = () => shop.text('select "passwordHash" from users where _id = ?', as.id);
      const before = hash();
      return {
        path: "/customer/account_settings",
        as,
        typed: { oldPassword: PASSWORD, newPassword: "harvest-moon-11", confirmNewPassword: "harvest-moon-11" },
        done: () => (hash() === before ? 0 : 1),
      };
    },
    press: 'main button[value="password"]',
    says: /Password Changed Successfully/,
  },
  {
    file: "routes/buyer/delete-account/route.tsx",
    who: "buyer",
    async arrive({ shop }) {
      const as = await aBuyer(shop);
      const sql = 'select count(*) from users where _id = ? and "deletedAt" is not null';
      return {
        path: "/customer/delete_account",
        as,
        typed: { password: PASSWORD },
        done: () => shop.count(sql, as.id),
      };
    },
    press: 'main button:has-text("Delete my account")',
    says: /deleted/i,
  },
];
