/** An idempotency key for one press of a form: 128 random bits, as an address that is no https gives them, too. */
export const randomKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");
