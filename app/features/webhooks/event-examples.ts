import { foodIn } from "~/features/food-information/food-json";
import type { EventData, LabelledProduct, OrderPartData, SentType } from "./event-schema";

/* An example of an event, for the document: an order of a jam in a size and a cheese by weight. */

const [product, order, review] = ["67f1c0de0a1b2c3d4e5f6071", "67f1c0de0a1b2c3d4e5f6075", "67f1c0de0a1b2c3d4e5f6076"];

const jam: LabelledProduct = {
  _id: product,
  title: "Raspberry Jam",
  sku: "JAM-250",
  variants: [
    { _id: product, name: "250 g jar", sku: "JAM-250", content: { amount: 250, unit: "g" } },
    { _id: `${product}-2`, name: "1 kg jar", sku: "JAM-1000", content: { amount: 1, unit: "kg" } },
  ],
  food: foodIn(
    JSON.stringify({ ingredients: "Raspberries, sugar", noAllergens: true, storage: "Once open, keep it cool." }),
  ),
};
const productName = { _id: jam._id, title: jam.title, sku: jam.sku };

const part: OrderPartData = {
  order,
  number: 10_042,
  status: "Processing",
  amount: 22.2,
  refunded: 0,
  deliveryFee: 0,
  deliveryFeeRefunded: 0,
  delivery: {
    kind: "collection",
    name: "Town Hall Market",
    day: "2026-03-07",
    from: "09:00",
    to: "12:00",
    joinedTo: null,
    timeZone: "America/New_York",
  },
  lines: [
    {
      product: { _id: product, title: "Raspberry Jam, 1 kg jar", sku: "JAM-1000" },
      variant: { _id: `${product}-2`, name: "1 kg jar", content: { amount: 1, unit: "kg" } },
      price: 9,
      quantity: 1,
      refundedQuantity: 0,
    },
    {
      product: { _id: "67f1c0de0a1b2c3d4e5f6077", title: "Alpine Cheese", sku: "CHEESE-1" },
      variant: { _id: "67f1c0de0a1b2c3d4e5f6077", name: "", content: { amount: 300, unit: "g" } },
      weighed: { price: 20, per: "kg", weights: [null, null], due: null },
      price: 6.6,
      quantity: 2,
      refundedQuantity: 0,
    },
  ],
};
/** The same part once both cheeses are weighed: 1.38 of the 13.20 paid is refunded. */
const weighedPart: OrderPartData = {
  ...part,
  refunded: 1.38,
  lines: part.lines.map((line) =>
    line.weighed ? { ...line, weighed: { ...line.weighed, weights: [0.28, 0.311], due: 11.82 } } : line,
  ),
};

const payout = { _id: "67f1c0de0a1b2c3d4e5f607a", order, amount: 19.79 };

const DATA: { [Type in SentType]: EventData<Type> } = {
  "order.placed": part,
  "order.cancelled": { ...part, status: "Cancelled", refunded: 22.2, amountBack: 22.2 },
  "order.moved": part,
  "order.shipped": { ...weighedPart, status: "Shipped", carrier: "", trackingNumber: "" },
  "order.delivered": { ...weighedPart, status: "Delivered", deliveredBy: "merchant" },
  "order.disputed": {
    ...weighedPart,
    dispute: { _id: "dp_1", status: "open", amount: 22.2, reason: "product_not_received" },
  },
  "order.not_collected": part,
  "order.refunded": { ...weighedPart, amountBack: 1.38 },
  "product.approved": { product: jam, change: false },
  "product.sent_back": { product: jam, change: true, reason: "The picture is blurred." },
  "product.out_of_stock": { product: jam },
  "product.stock_changed": {
    products: [
      {
        ...productName,
        variants: [
          { _id: product, name: "250 g jar", sku: "JAM-250", quantity: 12 },
          { _id: `${product}-2`, name: "1 kg jar", sku: "JAM-1000", quantity: 3 },
        ],
      },
    ],
  },
  "payout.sent": { payout },
  "payout.failed": { payout, amount: payout.amount, reason: "The account cannot take transfers at the moment." },
  "review.created": { review: { _id: review, stars: 5, text: "Tastes of summer." }, product: productName },
  "message.created": {
    message: { _id: "67f1c0de0a1b2c3d4e5f6079", text: "Is there pectin in the jam?" },
    conversation: { _id: "67f1c0de0a1b2c3d4e5f6078", kind: "product", about: product, title: jam.title },
  },
  "webhook.test": { message: "This is a test. Nothing has happened at your stall." },
};

export const eventExample = (type: SentType) => ({
  id: "67f1c0de0a1b2c3d4e5f6078",
  type,
  createdAt: "2026-02-01T09:30:00.000Z",
  data: DATA[type],
});
