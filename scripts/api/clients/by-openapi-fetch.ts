import createClient from "openapi-fetch";
import type { paths } from "generated/schema";
import type { Shop } from "./shop";

/** Makes a purchase and a product with the types of openapi-typescript. Returns its steps. */
export async function walk({ fetch, buyer, merchant, product, category, address }: Shop): Promise<string[]> {
  const client = createClient<paths>({ baseUrl: "https://shop.example", fetch });
  const steps: string[] = [];
  const tokenOf = async ({ email, password }: { email: string; password: string }) => {
    const { data } = await client.POST("/api/v1/user/login", { body: { email, password } });
    if (!data || !("token" in data)) throw new Error("No token.");
    return { Authorization: `Bearer ${data.token}` };
  };

  const headers = await tokenOf(buyer);
  const productAnswer = await client.GET("/api/v1/product/general/{id}", { params: { path: { id: product } } });
  steps.push(`read ${productAnswer.data?.data.title}`);
  const carts = [{ product, quantity: 2 }];
  const quoted = await client.POST("/api/v1/product/cart", { body: { carts } });
  steps.push(`quoted ${quoted.data?.data.cartTotal} dollars`);
  const checkout = await client.POST("/api/v1/product/payment/initialize", {
    headers,
    body: { carts, billing: address },
  });
  if (!checkout.data) throw new Error(checkout.error.error[0]?.code);
  const card = { number: "4242424242424242", expiry: "04/40", cvc: "123" };
  const paid = await client.POST("/api/v1/test-payments/confirm", {
    body: { clientSecret: checkout.data.data, ...card },
  });
  const stripeId = paid.data?.data.id ?? "";
  const finalized = await client.POST("/api/v1/product/payment/finalize", { headers, body: { carts: [], stripeId } });
  if (!finalized.data) throw new Error(finalized.error.error[0]?.code);
  steps.push(`bought for ${finalized.data.data.amount} dollars`);

  const session = await tokenOf(merchant);
  const token = await client.POST("/api/v1/user/tokens", {
    headers: session,
    body: { name: "A walk", scopes: ["products:write"], days: 30 },
  });
  if (!token.data) throw new Error(token.error.error[0]?.code);
  const stall = { Authorization: `Bearer ${token.data.token}` };
  steps.push(`made a token for ${token.data.data.scopes.join()}`);
  const closed = await client.GET("/api/v1/user/tokens", { headers: stall });
  steps.push(`which opens no tokens: ${closed.response.status} ${closed.error?.error[0]?.code}`);
  const payload = {
    title: "Blue Potatoes",
    description: "Blue all through, and they stay so.",
    sku: "POT-BLUE",
    barcode: "2900000000017",
    amount: 2.5,
    quantity: 10,
    category,
  };
  const createAnswer = await client.POST("/api/v1/product/manage-product", { headers: stall, body: payload });
  if (!createAnswer.data) throw new Error(createAnswer.error.error[0]?.code);
  const id = createAnswer.data.data._id;
  const read = await client.GET("/api/v1/product/manage-product/{id}", { headers: stall, params: { path: { id } } });
  const ifMatch = read.response.headers.get("ETag") ?? "";
  const save = (amount: number) =>
    client.PUT("/api/v1/product/manage-product", {
      headers: stall,
      params: { query: { product: id }, header: { "If-Match": ifMatch } },
      body: { ...payload, amount },
    });
  steps.push(`saved a product at ${(await save(3)).data?.data.amount} dollars`);
  const conflict = await save(4);
  steps.push(`refused a lost update: ${conflict.response.status} ${conflict.error?.error[0]?.code}`);
  return steps;
}
