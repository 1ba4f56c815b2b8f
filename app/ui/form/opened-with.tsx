import type { FormMetadata } from "@conform-to/react";
import { BothValues, type BothValuesProps } from "~/ui/both-values/both-values";
import { nameInWords } from "./field-names";

export interface OpenedWithProps {
  form: FormMetadata<any, any>;
  /** The record's version and digests when the page was rendered. As the form's `key` they renew the form with them. */
  opened: string;
  /** Fields that somebody else has changed to another value since. */
  conflicts?:
    | { name: string; typed: string; saved: string; choice: Pick<BothValuesProps, "name" | "values"> }[]
    | undefined;
  /** Labels of fields whose names do not tell enough. */
  labels?: Record<string, string>;
  /** The options of fields whose values are chosen from a list: people read an option's label. */
  options?: Record<string, readonly { value: string; label: string }[]>;
}

/**
 * In a form that writes a whole record: the version that it was opened with, and, where somebody else has saved since,
 * both values of each field to choose from. A form that comes back keeps the version that it was first opened with, as
 * does one that the browser fills with a draft.
 */
export function OpenedWith({ form, opened, conflicts = [], labels = {}, options = {} }: OpenedWithProps) {
  const postedVersion = (form.initialValue as Record<string, unknown> | undefined)?.["_opened"];
  const inWords = (name: string, text: string) =>
    options[name]
      ? text
          .split(", ")
          .map((value) => options[name]?.find((option) => option.value === value)?.label ?? value)
          .join(", ")
      : text;
  return (
    <>
      <input type="hidden" name="_opened" value={typeof postedVersion === "string" ? postedVersion : opened} />
      {conflicts.map(({ name, typed, saved, choice }) => (
        <BothValues
          key={name}
          label={labels[name] ?? nameInWords(name)}
          typed={inWords(name, typed)}
          saved={inWords(name, saved)}
          {...choice}
        />
      ))}
    </>
  );
}

/** The digests of a form's own fields, without the version. Other forms of the same record do not change them. */
export const openedFields = (text: string) => text.slice(text.indexOf(" ") + 1);
