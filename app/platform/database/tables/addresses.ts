/** An address that a buyer keeps in the account. */
export interface AddressRow {
  _id: string;
  userId: string;
  /** JSON with the fields of a billing address. */
  address: string;
  /** One of a buyer's addresses is 1: it is chosen where nothing else was. */
  isUsual: 0 | 1;
  createdAt: string;
}
