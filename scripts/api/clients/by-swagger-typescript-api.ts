import { Api, type HttpResponse } from "generated/api";
import type { Shop } from "./shop";

/** The same journey, by the client that swagger-typescript-api writes. Answers what it did. */
export async function walk({ fetch, buyer, merchant, product, category, address }: Shop): Promise<string[]> {
  const client = new Api<string>({
    customFetch: fetch,
    securityWorker: (token) => (token ? { headers: { Authorization: `Bearer ${token}` } } : undefined),
  });
  const { api } = client;
  const done: string[] = [];
  const signIn = async (who: { email: string; password: string }) => {
    const { data } = await api.logIn(who);
    if (!("token" in data)) throw new Error("No token.");
    client.setSecurityData(data.token);
  };

  await signIn(buyer);
  done.push(`read ${(await api.getProduct(product)).data.data.title}`);
  const carts = [{ product, quantity: 2 }];
  done.push(`quoted ${(await api.quoteCart({ carts })).data.data.cartTotal} dollars`);
  const clientSecret = (await api.initializePayment({ carts, billing: address })).data.data;
  const card = { number: "4242424242424242", expiry: "04/40", cvc: "123" };
  const stripeId = (await api.confirmTestPayment({ clientSecret, ...card })).data.data.id;
  const placed = await api.finalizePayment({ carts: [], stripeId });
  done.push(`bought for ${placed.data.data.amount} dollars`);

  await signIn(merchant);
  const wanted = {
    title: "Red Potatoes",
    description: "Red all through, and they stay so.",
    sku: "POT-RED",
    barcode: "2900000000017",
    amount: 2.5,
    quantity: 10,
    category,
  };
  const id = (await api.createProduct(wanted)).data.data._id;
  const ifMatch = (await api.getMyProduct(id)).headers.get("ETag") ?? "";
  const headers = { "If-Match": ifMatch };
  const save = (amount: number) => api.saveProduct({ product: id }, { ...wanted, amount }, { headers });
  done.push(`saved a product at ${(await save(3)).data.data.amount} dollars`);
  const lost = await save(4).catch((refused: HttpResponse<unknown, { error: { code: string }[] }>) => refused);
  done.push(`refused a lost update: ${lost.status} ${lost.error?.error[0]?.code}`);
  return done;
}
