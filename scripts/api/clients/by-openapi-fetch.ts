import createClient from "openapi-fetch";
import type { paths } from "generated/schema";
import type { Shop } from "./shop";

/** A purchase and a product, by the types of openapi-typescript. Answers what it did. */
export async function walk({ fetch, buyer, merchant, product, category, address }: Shop): Promise<string[]> {
  const client = createClient<paths>({ baseUrl: "https://shop.example", fetch });
  const done: string[] = [];
  const tokenOf = async ({ email, password }: { email: string; password: string }) => {
    const { data } = await client.POST("/api/v1/user/login", { body: { email, password } });
    if (!data || !("token" in data)) throw new Error("No token.");
    return { Authorization: `Bearer ${data.token}` };
  };

  const headers = await tokenOf(buyer);
  const found = await client.GET("/api/v1/product/general/{id}", { params: { path: { id: product } } });
  done.push(`read ${found.data?.data.title}`);
  const carts = [{ product, quantity: 2 }];
  const quoted = await client.POST("/api/v1/product/cart", { body: { carts } });
  done.push(`quoted ${quoted.data?.data.cartTotal} dollars`);
  const begun = await client.POST("/api/v1/product/payment/initialize", { headers, body: { carts, billing: address } });
  if (!begun.data) throw new Error(begun.error.error[0]?.code);
  const card = { number: "4242424242424242", expiry: "04/40", cvc: "123" };
  const paid = await client.POST("/api/v1/test-payments/confirm", { body: { clientSecret: begun.data.data, ...card } });
  const stripeId = paid.data?.data.id ?? "";
  const placed = await client.POST("/api/v1/product/payment/finalize", { headers, body: { carts: [], stripeId } });
  if (!placed.data) throw new Error(placed.error.error[0]?.code);
  done.push(`bought for ${placed.data.data.amount} dollars`);

  const session = await tokenOf(merchant);
  const token = await client.POST("/api/v1/user/tokens", {
    headers: session,
    body: { name: "A walk", scopes: ["products:write"], days: 30 },
  });
  if (!token.data) throw new Error(token.error.error[0]?.code);
  const stall = { Authorization: `Bearer ${token.data.token}` };
  done.push(`made a token for ${token.data.data.scopes.join()}`);
  const closed = await client.GET("/api/v1/user/tokens", { headers: stall });
  done.push(`which opens no tokens: ${closed.response.status} ${closed.error?.error[0]?.code}`);
  const wanted = {
    title: "Blue Potatoes",
    description: "Blue all through, and they stay so.",
    sku: "POT-BLUE",
    barcode: "2900000000017",
    amount: 2.5,
    quantity: 10,
    category,
  };
  const made = await client.POST("/api/v1/product/manage-product", { headers: stall, body: wanted });
  if (!made.data) throw new Error(made.error.error[0]?.code);
  const id = made.data.data._id;
  const read = await client.GET("/api/v1/product/manage-product/{id}", { headers: stall, params: { path: { id } } });
  const ifMatch = read.response.headers.get("ETag") ?? "";
  const save = (amount: number) =>
    client.PUT("/api/v1/product/manage-product", {
      headers: stall,
      params: { query: { product: id }, header: { "If-Match": ifMatch } },
      body: { ...wanted, amount },
    });
  done.push(`saved a product at ${(await save(3)).data?.data.amount} dollars`);
  const lost = await save(4);
  done.push(`refused a lost update: ${lost.response.status} ${lost.error?.error[0]?.code}`);
  return done;
}
