/** The surroundings of a walk: a shop in this process, a buyer, and a merchant with a product. */
export interface Shop {
  fetch: typeof globalThis.fetch;
  buyer: { email: string; password: string };
  merchant: { email: string; password: string };
  product: string;
  category: string;
  address: { firstName: string; streetAddress: string; city: string; countryRegion: string; zipCode: string };
}
