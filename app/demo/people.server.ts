import { noBilling, type Billing } from "~/features/accounts/schema";
import { noTrader } from "~/features/stores/trader-schema";
import type { Trx } from "~/platform/database/database.server";
import type { UserRow } from "~/platform/database/tables";
import { searchLine } from "~/platform/search-text/search-line";
import { buyers } from "./content/buyers";
import { merchants } from "./content/merchants";
import { demoLogins } from "./logins";
import { DAY, demoId, inChunks } from "./rows";

export interface People {
  merchants: Map<string, string>;
  buyers: {
    _id: string;
    address: Billing;
    person: { firstName: string; lastName: string; email: string; telephone: string };
  }[];
}

/** The demo's operator, stalls and buyers, each account marked as the demo's. */
export async function fillPeople(trx: Trx, today: Date, passwordHash: string): Promise<People> {
  const openedAt = new Date(today.getTime() - 500 * DAY);
  const at = openedAt.toISOString();
  const [buyerLogin, merchantLogin, operatorLogin] = demoLogins.map((login) => login.email);
  const base = {
    passwordHash,
    telephone: "",
    imageId: null,
    extras: JSON.stringify(noBilling),
    verifiedAt: at,
    deletedAt: null,
    createdAt: at,
    updatedAt: at,
  };
  const users: UserRow[] = [
    {
      ...base,
      _id: demoId(openedAt, "operator"),
      email: operatorLogin ?? "",
      firstName: "Olive",
      lastName: "Hartman",
      privilege: "operator",
    },
  ];
  const people: People = { merchants: new Map(), buyers: [] };
  merchants.forEach((merchant, index) => {
    const _id = demoId(openedAt, "merchant", merchant.key);
    people.merchants.set(merchant.key, _id);
    users.push({
      ...base,
      _id,
      email: index === 0 ? (merchantLogin ?? "") : merchant.email,
      firstName: merchant.firstName,
      lastName: merchant.lastName,
      privilege: "merchant",
    });
  });
  buyers.forEach((buyer, index) => {
    const _id = demoId(openedAt, "buyer", buyer.email);
    const person = {
      firstName: buyer.firstName,
      lastName: buyer.lastName,
      email: index === 0 ? (buyerLogin ?? "") : buyer.email,
      telephone: buyer.telephone,
    };
    const address: Billing = {
      ...person,
      companyName: "",
      streetAddress: buyer.streetAddress,
      city: buyer.city,
      countryRegion: "United States",
      states: buyer.state,
      zipCode: buyer.zipCode,
    };
    people.buyers.push({ _id, address, person });
    users.push({ ...base, ...person, _id, privilege: "buyer", extras: JSON.stringify(address) });
  });
  await inChunks(users, (rows) => trx.insertInto("users").values(rows).execute());
  await trx
    .insertInto("demoAccounts")
    .values(users.map(({ _id }) => ({ userId: _id })))
    .execute();
  await trx
    .insertInto("stores")
    .values(
      merchants.map((merchant) => ({
        userId: people.merchants.get(merchant.key) as string,
        username: merchant.username,
        storeName: merchant.storeName,
        searchName: searchLine(merchant.storeName),
        businessAddress: merchant.businessAddress,
        trader: JSON.stringify({
          ...noTrader,
          name: `${merchant.firstName} ${merchant.lastName}, ${merchant.storeName}`,
          address: merchant.businessAddress,
        }),
        story: merchant.story,
        place: merchant.place,
        opening: merchant.opening,
        status: "active" as const,
        updatedAt: at,
      })),
    )
    .execute();
  return people;
}
