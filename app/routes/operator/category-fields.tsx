import type { FieldMetadata } from "@conform-to/react";
import { FOOD_KINDS, PARTICULARS } from "~/features/food-information/demands";
import { CheckboxGroupField } from "~/ui/field/choice-field";
import { Fields } from "~/ui/field/field";
import { SelectField } from "~/ui/field/select-field";
import { TextField } from "~/ui/field/text-field";
import { FileField } from "~/ui/file-field/file-field";
import type { StoredImage, Tint } from "~/ui/picture/stored-image";
import { Thumb } from "~/ui/thumb/thumb";

export interface CategoryForm {
  title: string;
  tint: string;
  kind: string;
  demands: string[];
  intendedFile: File;
}

export const TINTS: { value: Tint; label: string }[] = [
  { value: "leafy", label: "Leaf green" },
  { value: "red", label: "Tomato red" },
  { value: "clay", label: "Clay" },
  { value: "gold", label: "Honey" },
  { value: "plum", label: "Plum" },
  { value: "sky", label: "Sky blue" },
];

const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }));
export const KINDS = optionsOf(FOOD_KINDS);
export const DEMANDS = optionsOf(PARTICULARS);

interface CategoryFieldsProps {
  fields: { [Name in keyof CategoryForm]: FieldMetadata<any, any, any> };
  image?: StoredImage | undefined;
  tint?: Tint;
}

/** The fields of a category: title, colour, demands on its products, picture. */
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
      <SelectField
        field={fields.kind}
        label="Kind of food"
        hint="Decides which fields merchants see. Fish and seafood: catch area, method and scientific name. Honey: countries of harvest. They are its origin."
        options={KINDS}
        optional={false}
      />
      <CheckboxGroupField
        field={fields.demands}
        label="Must be there"
        hint="Without it, a product is not handed in for review. What is on sale stays, and its merchant is asked to complete it."
        options={DEMANDS}
        optional
      />
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
