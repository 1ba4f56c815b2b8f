import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import type { EditorFields } from "./fields-of";

export type EditorForm = FormMetadata<EditorFields, string[]>;

/** What every panel of the editor is handed. */
export interface PanelProps {
  form: EditorForm;
  fields: { [Name in keyof EditorFields]: FieldMetadata<EditorFields[Name], EditorFields, string[]> };
}
