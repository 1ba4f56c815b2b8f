import type { Billing } from "./schema";

/*
 * How screens and papers write down who somebody is and where they live, in a file of its own: what checks the fields
 * is large, and stays away from pages that only show them.
 */

export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim();
}

/** An address line by line, as it stands on a parcel under the name; without what is empty. */
export function addressLines(address: Omit<Billing, "firstName" | "lastName" | "email" | "telephone">): string[] {
  const { companyName, streetAddress, city, states, zipCode, countryRegion } = address;
  return [companyName, streetAddress, [city, states, zipCode].filter(Boolean).join(" "), countryRegion].filter(Boolean);
}
