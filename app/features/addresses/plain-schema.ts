/** The most addresses in an account. */
export const MOST_ADDRESSES = 10;
