import type { Billing } from "./schema";

/*
 * How screens and papers write names and addresses. The checks of the fields are large, so pages that only show names
 * and addresses load this file without them.
 */

export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim();
}

/** The lines of an address below the name on a parcel. Empty lines are left out. */
export function addressLines(address: Omit<Billing, "firstName" | "lastName" | "email" | "telephone">): string[] {
  const { companyName, streetAddress, city, states, zipCode, countryRegion } = address;
  return [companyName, streetAddress, [city, states, zipCode].filter(Boolean).join(" "), countryRegion].filter(Boolean);
}
