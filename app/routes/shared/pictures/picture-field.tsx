import type { AnyField } from "~/ui/field/conform-field";
import { row, stack } from "~/styles/layout.css";
import { FILES_STORED } from "~/ui/file-field/contract";
import { FileField } from "~/ui/file-field/file-field";
import { Thumb } from "~/ui/thumb/thumb";

interface PictureFieldProps {
  /** The field for new files. `pictures` is the field with the ids of stored pictures. */
  photos: AnyField;
  pictures: AnyField;
  most: number;
  hint: string;
}

/** Pictures of a text: the stored ones, each with a box that keeps it, and a field for more. */
export function PictureField({ photos, pictures, most, hint }: PictureFieldProps) {
  const ids = [pictures.initialValue ?? []].flat().filter((id): id is string => typeof id === "string");
  return (
    <div className={stack} {...(ids.length > 0 && { [FILES_STORED]: "" })}>
      {ids.length > 0 ? (
        <fieldset>
          <legend>Pictures so far</legend>
          <div className={row}>
            {ids.map((id, place) => (
              <label key={id} className={row}>
                <input type="checkbox" name={pictures.name} value={id} defaultChecked />
                <Thumb image={{ _id: id, url: `/media/${id}/160.webp` }} size={72} />
                Keep picture {place + 1}
              </label>
            ))}
          </div>
        </fieldset>
      ) : null}
      <FileField
        field={photos}
        label="Pictures"
        optional
        multiple
        accept="image/png,image/jpeg,image/webp,image/avif"
        hint={`Up to ${most}: JPEG, PNG, WebP or AVIF. ${hint}`}
      />
    </div>
  );
}
