import type { FieldMetadata } from "@conform-to/react";
import { Fields } from "~/ui/field/field";
import { SelectField } from "~/ui/field/select-field";
import { TextField } from "~/ui/field/text-field";
import { FileField } from "~/ui/file-field/file-field";
import type { StoredImage, Tint } from "~/ui/picture/stored-image";
import { Thumb } from "~/ui/thumb/thumb";

export interface CategoryForm extends Record<string, unknown> {
  title: string;
  tint: string;
  intendedFile: File;
}

const TINTS: { value: Tint; label: string }[] = [
  { value: "leafy", label: "Leaf green" },
  { value: "red", label: "Tomato red" },
  { value: "clay", label: "Clay" },
  { value: "gold", label: "Honey" },
  { value: "plum", label: "Plum" },
  { value: "sky", label: "Sky blue" },
];

interface CategoryFieldsProps {
  fields: { [Name in keyof CategoryForm]: FieldMetadata<any, any, any> };
  image?: StoredImage | undefined;
  tint?: Tint;
}

/** What a category is made of. */
export function CategoryFields({ fields, image, tint }: CategoryFieldsProps) {
  return (
    <>
      <Fields>
        <TextField field={fields.title} label="Title" enterKeyHint="done" optional={false} />
        <SelectField
          field={fields.tint}
          label="Ground"
          hint="Stands behind its pictures."
          options={TINTS}
          optional={false}
        />
      </Fields>
      <FileField
        field={fields.intendedFile}
        label="Picture"
        optional
        accept=".png,.jpg,.jpeg"
        hint="PNG or JPEG, up to 10 MB. Square ones look best."
      >
        {image ? <Thumb image={image} tint={tint} size={104} alt="As it is now" fit="covering" /> : null}
      </FileField>
    </>
  );
}
