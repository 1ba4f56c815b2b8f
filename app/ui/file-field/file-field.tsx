import { getInputProps } from "@conform-to/react";
import { FileSpreadsheet, ImagePlus, Video } from "lucide-react";
import { useEffect, useState, type ChangeEvent, type ReactNode } from "react";
import { classNames } from "~/ui/class-names/class-names";
import { type AnyField, isOptional } from "~/ui/field/conform-field";
import { Field, Hint, type FieldLook } from "~/ui/field/field";
import { Icon } from "~/ui/icon/icon";
import { Thumb } from "~/ui/thumb/thumb";
import * as styles from "./file-field.css";
import { useDropping, type Held } from "./use-dropping";

const WHY_NOT: Partial<Record<Held, string>> = {
  "wrong-kind": "Files of this kind do not belong here",
  "too-many": "One file only",
};

export type FileFieldProps = Omit<FieldLook, "hiddenLabel"> & {
  field: AnyField;
  accept?: string;
  multiple?: boolean;
  optional?: boolean;
  /** Files already stored: a `MediaList`. */
  children?: ReactNode;
  /** Takes the files chosen, for a route that uploads at once. */
  onFiles?: (files: File[]) => void;
};

/**
 * A chooser for files. Pictures chosen are shown at once where scripts run; the post sends them either way. With
 * `onFiles` they may be dropped as well, and are handed over instead of being posted.
 */
export function FileField({
  field,
  label,
  hint,
  full,
  accept = "image/*",
  multiple,
  optional,
  children,
  onFiles,
}: FileFieldProps) {
  const [previews, setPreviews] = useState<Array<{ url: string; name: string }>>([]);
  const { held, handlers } = useDropping({ accept, multiple, onFiles });
  const leftOut = isOptional(field, optional);
  const { key, ...props } = getInputProps(field, {
    type: "file",
    value: false,
    ariaDescribedBy: hint ? field.descriptionId : undefined,
  });

  useEffect(() => () => previews.forEach(({ url }) => URL.revokeObjectURL(url)), [previews]);

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    if (onFiles) {
      event.target.value = "";
      return onFiles(files);
    }
    const pictures = files.filter((file) => file.type.startsWith("image/"));
    return setPreviews(pictures.map((file) => ({ url: URL.createObjectURL(file), name: file.name })));
  };
  return (
    <Field id={field.id} label={label} full={full} optional={leftOut} error={field.errors}>
      {children}
      {previews.length ? (
        <ul className={styles.media} aria-label="Chosen">
          {previews.map(({ url, name }) => (
            <li key={url}>
              <Thumb image={{ url }} size={104} alt={name} fit="covering" eager />
            </li>
          ))}
        </ul>
      ) : null}
      <div
        className={classNames(styles.zone, held === "welcome" && styles.over, WHY_NOT[held] && styles.refusing)}
        {...handlers}
      >
        <Icon of={accept.startsWith("video") ? Video : accept.includes("csv") ? FileSpreadsheet : ImagePlus} />
        {onFiles ? (
          <span className={styles.drop}>
            {WHY_NOT[held] ?? `Drop ${multiple ? "files" : "a file"} here, or choose`}
          </span>
        ) : null}
        {/* Never natively required: files kept from an earlier post count, and the browser cannot see them. */}
        <input key={key} {...props} required={undefined} accept={accept} multiple={multiple} onChange={choose} />
        {hint ? <Hint id={field.descriptionId}>{hint}</Hint> : null}
      </div>
    </Field>
  );
}
