/** An address that a buyer keeps in the account. */
export interface AddressRow {
  _id: string;
  userId: string;
  /** JSON with the fields of a billing address. */
  address: string;
  /** 1 for one of a buyer's addresses: the default. */
  isUsual: 0 | 1;
  createdAt: string;
}
