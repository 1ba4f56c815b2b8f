import { Api, type HttpResponse } from "generated/api";
import type { Shop } from "./shop";

/** The same journey with the client that swagger-typescript-api writes. Returns its steps. */
export async function walk({ fetch, buyer, merchant, product, category, address }: Shop): Promise<string[]> {
  const client = new Api<string>({
    customFetch: fetch,
    securityWorker: (token) => (token ? { headers: { Authorization: `Bearer ${token}` } } : undefined),
  });
  const { api } = client;
  const steps: string[] = [];
  const signIn = async (person: { email: string; password: string }) => {
    const { data } = await api.logIn(person);
    if (!("token" in data)) throw new Error("No token.");
    client.setSecurityData(data.token);
  };

  await signIn(buyer);
  steps.push(`read ${(await api.getProduct(product)).data.data.title}`);
  const carts = [{ product, quantity: 2 }];
  steps.push(`quoted ${(await api.quoteCart({ carts })).data.data.cartTotal} dollars`);
  const clientSecret = (await api.initializePayment({ carts, billing: address })).data.data;
  const card = { number: "4242424242424242", expiry: "04/40", cvc: "123" };
  const stripeId = (await api.confirmTestPayment({ clientSecret, ...card })).data.data.id;
  const finalized = await api.finalizePayment({ carts: [], stripeId });
  steps.push(`bought for ${finalized.data.data.amount} dollars`);

  await signIn(merchant);
  const payload = {
    title: "Red Potatoes",
    description: "Red all through, and they stay so.",
    sku: "POT-RED",
    barcode: "2900000000017",
    amount: 2.5,
    quantity: 10,
    category,
  };
  const id = (await api.createProduct(payload)).data.data._id;
  const ifMatch = (await api.getMyProduct(id)).headers.get("ETag") ?? "";
  const headers = { "If-Match": ifMatch };
  const save = (amount: number) => api.saveProduct({ product: id }, { ...payload, amount }, { headers });
  steps.push(`saved a product at ${(await save(3)).data.data.amount} dollars`);
  const conflict = await save(4).catch((refusal: HttpResponse<unknown, { error: { code: string }[] }>) => refusal);
  steps.push(`refused a lost update: ${conflict.status} ${conflict.error?.error[0]?.code}`);
  return steps;
}
