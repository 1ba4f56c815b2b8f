import { parse } from "@conform-to/react";

/*
 * Two passwords compared while they are typed. Plain comparison, so that no schema library travels for it; the
 * service checks the rest.
 */

export const DO_NOT_MATCH = "Passwords do not match";

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/**
 * For conform's `onValidate`: `confirmation` must repeat `password`; with `both` the message stands at either field.
 */
export function checkMatching<Form extends Record<string, unknown>>(
  formData: FormData,
  password: keyof Form & string,
  confirmation: keyof Form & string,
  both = false,
) {
  return parse(formData, {
    resolve: (typed) => {
      const repeated = textOf(typed[confirmation]);
      // Nothing repeated yet is not a difference to point out.
      if (repeated === "" || repeated === textOf(typed[password])) return { value: typed as Form };
      return { error: { [confirmation]: [DO_NOT_MATCH], ...(both && { [password]: [DO_NOT_MATCH] }) } };
    },
  });
}

/** Whether the two differ, as far as anything was typed. */
export function differ(password: unknown, confirmation: unknown): boolean {
  return textOf(password) !== textOf(confirmation);
}
