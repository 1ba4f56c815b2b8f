/** Refuses a text that is no key of a file, because it could lead out of the folder. */
export function checkedKey(key: string): string {
  if (!/^[\w-]+(\/[\w.-]+)?$/.test(key) || key.includes("..")) throw new Error(`Not a key of a file: ${key}`);
  return key;
}
