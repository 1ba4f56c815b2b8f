/*
 * The SDK leaves its lists of values open, because Stripe adds to them: its types accept any text as a status. The
 * stand-in may only use listed values.
 */

/** The listed texts of a type, without its "or any other". `never` for a type that is plain text. */
export type Listed<T> = T extends string ? (string extends T ? never : T) : never;

type ClosedValue<T> = [Listed<T>] extends [never] ? T : Listed<T> | Exclude<T, string>;

/** An object of the SDK that only has listed texts where the SDK has a list. */
export type Closed<T> = { [Name in keyof T]: ClosedValue<T[Name]> };

/** Changes an object to values that the SDK's type allows. */
export function change<T extends object>(object: T, changes: Partial<Closed<T>>): void {
  Object.assign(object, changes);
}
