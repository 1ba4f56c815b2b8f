/*
 * The SDK leaves its lists of values open, for Stripe adds to them: its types take any text as a status. The stand-in
 * must answer what is listed.
 */

/** The listed texts of a type, without its "or any other"; never for a type that is any text anyway. */
export type Listed<T> = T extends string ? (string extends T ? never : T) : never;

type ClosedValue<T> = [Listed<T>] extends [never] ? T : Listed<T> | Exclude<T, string>;

/** An object of the SDK whose texts are listed ones, where the SDK has a list. */
export type Closed<T> = { [Name in keyof T]: ClosedValue<T[Name]> };

/** Changes an object to what the SDK's type of it allows. */
export function change<T extends object>(object: T, changes: Partial<Closed<T>>): void {
  Object.assign(object, changes);
}
