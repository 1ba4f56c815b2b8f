import type { Billing } from "~/features/accounts/schema";

/** An address line by line, as it would stand on a parcel; what is empty is left out by the card. */
export function addressLines({ companyName, streetAddress, states, zipCode, countryRegion }: Billing): string[] {
  return [companyName, streetAddress, [states, zipCode].filter(Boolean).join(" "), countryRegion].filter(Boolean);
}

export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim();
}
