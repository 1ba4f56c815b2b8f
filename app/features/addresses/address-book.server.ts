import { deadToken } from "~/features/accounts/errors.server";
import { lockUser } from "~/features/accounts/lock-user.server";
import { billing } from "~/features/accounts/schema";
import { timestamp } from "~/platform/clock";
import type { Db, Trx } from "~/platform/database/database.server";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import { etagOf, requireMatch, type Expected } from "~/platform/http/versions.server";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { addressesFull, unknownAddress } from "./errors.server";
import { MOST_ADDRESSES } from "./plain-schema";
import type { AddressForm, SavedAddress } from "./schema";

/*
 * A buyer's addresses. Each write locks the buyer's row, so that the limit and the single usual address hold when
 * requests come at the same time.
 */

export const addressVersion = (address: SavedAddress): string => etagOf(address);

/** A buyer's addresses: the usual one first, then the oldest. */
export async function addressesOf(db: Db, userId: string): Promise<SavedAddress[]> {
  const rows = await db
    .selectFrom("addresses")
    .select(["_id", "address", "isUsual"])
    .where("userId", "=", userId)
    .orderBy("isUsual", "desc")
    .orderBy("_id")
    .limit(MOST_ADDRESSES)
    .execute();
  return rows.map(({ _id, address, isUsual }) => ({
    _id,
    address: billing.parse(JSON.parse(address)),
    isUsual: isUsual === 1,
  }));
}

/** One address of a buyer. Refuses `unknown_address`. */
export async function addressOfBuyer(db: Db, userId: string, addressId: string): Promise<SavedAddress> {
  const address = (await addressesOf(db, userId)).find(({ _id }) => _id === addressId);
  if (!address) throw unknownAddress();
  return address;
}

/** Adds an address. An address that is there already is returned as it is. Refuses `addresses_full`. */
export async function addAddress(services: Services, userId: string, form: AddressForm): Promise<SavedAddress> {
  return inBook(services, userId, async (trx) => {
    const savedAddresses = await addressesOf(trx, userId);
    const text = JSON.stringify(form.address);
    const same = savedAddresses.find(({ address }) => JSON.stringify(address) === text);
    if (!same && savedAddresses.length >= MOST_ADDRESSES) throw addressesFull();
    const isUsual = form.isUsual || savedAddresses.length === 0;
    const _id = same?._id ?? newId(services.clock.now());
    if (!same)
      await trx
        .insertInto("addresses")
        .values({ _id, userId, address: text, isUsual: 0, createdAt: timestamp(services.clock) })
        .execute();
    if (isUsual) await makeUsual(trx, userId, _id);
    return addressOfBuyer(trx, userId, _id);
  });
}

/** Replaces an address; past orders keep theirs. Refuses `unknown_address` and, with a version, `changed_meanwhile`. */
export async function changeAddress(
  services: Services,
  userId: string,
  addressId: string,
  form: AddressForm,
  expectedVersion?: Expected,
): Promise<SavedAddress> {
  return inBook(services, userId, async (trx) => {
    const savedAddress = await addressOfBuyer(trx, userId, addressId);
    if (expectedVersion) requireMatch(savedAddress, expectedVersion, addressVersion(savedAddress));
    await trx
      .updateTable("addresses")
      .set({ address: JSON.stringify(form.address) })
      .where("_id", "=", addressId)
      .execute();
    if (form.isUsual) await makeUsual(trx, userId, addressId);
    return addressOfBuyer(trx, userId, addressId);
  });
}

/** Removes an address. If it was the usual one, the oldest of the others becomes the usual one. */
export async function removeAddress(services: Services, userId: string, addressId: string): Promise<void> {
  await inBook(services, userId, async (trx) => {
    const { isUsual } = await addressOfBuyer(trx, userId, addressId);
    await trx.deleteFrom("addresses").where("_id", "=", addressId).execute();
    const [oldest] = await addressesOf(trx, userId);
    if (isUsual && oldest) await makeUsual(trx, userId, oldest._id);
  });
}

/** Deletes all addresses of a buyer, in the transaction that deletes the account. */
export async function forgetAddresses(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom("addresses").where("userId", "=", userId).execute();
}

function inBook<T>(services: Services, userId: string, work: (trx: Trx) => Promise<T>): Promise<T> {
  return inTransactionOnce(services, async (trx) => {
    if (!(await lockUser(trx, services, userId))) throw deadToken();
    return work(trx);
  });
}

async function makeUsual(trx: Trx, userId: string, addressId: string): Promise<void> {
  const ofBuyer = trx.updateTable("addresses").where("userId", "=", userId);
  await ofBuyer.set({ isUsual: 0 }).where("isUsual", "=", 1).where("_id", "!=", addressId).execute();
  await ofBuyer.set({ isUsual: 1 }).where("_id", "=", addressId).execute();
}
