import { getInputProps } from "@conform-to/react";
import { FileSpreadsheet, ImagePlus, Video, X } from "lucide-react";
import { useEffect, useState, type ChangeEvent, type ReactNode } from "react";
import { RoundButton } from "~/ui/button/round-button";
import { type AnyField, isOptional } from "~/ui/field/conform-field";
import { Field, Hint, type FieldLook } from "~/ui/field/field";
import { Icon } from "~/ui/icon/icon";
import type { StoredImage, Tint } from "~/ui/picture/stored-image";
import { Thumb } from "~/ui/thumb/thumb";
import * as styles from "./file-field.css";

export type FileFieldProps = Omit<FieldLook, "hiddenLabel"> & {
  field: AnyField;
  accept?: string;
  multiple?: boolean;
  optional?: boolean;
  /** Files already stored: a `MediaList`. */
  children?: ReactNode;
  /** Told of the files chosen, for a route that uploads at once. */
  onFiles?: (files: File[]) => void;
};

/** A chooser for files. Pictures chosen are shown at once where scripts run; the post sends them either way. */
export function FileField({ field, label, hint, full, accept = "image/*", multiple, optional, children, onFiles }: FileFieldProps) {
  const [previews, setPreviews] = useState<Array<{ url: string; name: string }>>([]);
  const leftOut = isOptional(field, optional);
  const { key, ...props } = getInputProps(field, { type: "file", value: false, ariaDescribedBy: hint ? field.descriptionId : undefined });

  useEffect(() => () => previews.forEach(({ url }) => URL.revokeObjectURL(url)), [previews]);

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    const pictures = files.filter((file) => file.type.startsWith("image/"));
    setPreviews(pictures.map((file) => ({ url: URL.createObjectURL(file), name: file.name })));
    onFiles?.(files);
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
      <div className={styles.zone}>
        <Icon of={accept.startsWith("video") ? Video : accept.includes("csv") ? FileSpreadsheet : ImagePlus} />
        {/* Never natively required: files kept from an earlier post count, and the browser cannot see them. */}
        <input key={key} {...props} required={undefined} accept={accept} multiple={multiple} onChange={choose} />
        {hint ? <Hint id={field.descriptionId}>{hint}</Hint> : null}
      </div>
    </Field>
  );
}

export interface MediaListProps {
  items: Array<{ image: StoredImage; name?: string; value?: string; tint?: Tint }>;
  /** Name and value of each remove button: `intent` and `remove-photo-<place>` unless the item says otherwise. */
  intentName?: string;
  removeValue?: (place: number) => string;
  /** What one is called: "photo". */
  word?: string;
}

/** Stored pictures, each with a submit button that takes it away and keeps the rest of the form. */
export function MediaList({ items, intentName = "intent", removeValue, word = "photo" }: MediaListProps) {
  if (items.length === 0) return null;
  return (
    <ul className={styles.media}>
      {items.map(({ image, value, tint }, place) => (
        <li key={image._id ?? image.url}>
          <Thumb image={image} tint={tint} size={104} />
          <RoundButton
            className={styles.remove}
            name={intentName}
            value={value ?? removeValue?.(place) ?? `remove-${word}-${place + 1}`}
            formNoValidate
            label={`Remove ${word} ${place + 1}`}
          >
            <Icon of={X} />
          </RoundButton>
        </li>
      ))}
    </ul>
  );
}
