import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import type { EditorFields } from "./fields-of";

export type EditorForm = FormMetadata<EditorFields, string[]>;

/** Props of every panel of the editor. */
export interface PanelProps {
  form: EditorForm;
  fields: { [Name in keyof EditorFields]: FieldMetadata<EditorFields[Name], EditorFields, string[]> };
}
