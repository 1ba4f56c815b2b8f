import { getInputProps } from "@conform-to/react";
import { FileSpreadsheet, ImagePlus, Video } from "~/ui/icon/icons";
import type { ReactNode } from "react";
import { parts } from "virtual:page-script";
import { type AnyField, isOptional } from "~/ui/field/conform-field";
import { Field, Hint, type FieldLook } from "~/ui/field/field";
import { Icon } from "~/ui/icon/icon";
import { UploadList } from "~/ui/uploads/upload-list";
import * as styles from "./file-field.css";

export type FileFieldProps = Omit<FieldLook, "hiddenLabel"> & {
  field: AnyField;
  accept?: string;
  multiple?: boolean;
  optional?: boolean;
  /** Files already stored: a `MediaList`. */
  children?: ReactNode;
  /** For a form that has files by their ids: with scripts, files may be dropped and are uploaded by themselves. */
  uploads?: Uploads;
};

/** Settings of a field for `app/browser/parts/uploads.ts`. */
interface Uploads {
  endpoint: string;
  kind: "image" | "video";
  /** The field in which the form has the ids. */
  stores: string;
  /** The id of the part of the page that shows the files. */
  draws: string;
  /** How many files the form may have, and the sentence for more. */
  most: number;
  tooMany: string;
}

/** A chooser for files. Pictures chosen are shown at once where scripts run; the post sends them either way. */
export function FileField({
  field,
  label,
  hint,
  full,
  accept = "image/*",
  multiple,
  optional,
  children,
  uploads,
}: FileFieldProps) {
  const leftOut = isOptional(field, optional);
  const { key, ...props } = getInputProps(field, {
    type: "file",
    value: false,
    ariaDescribedBy: hint ? field.descriptionId : undefined,
  });

  const words = `Drop ${multiple ? "files" : "a file"} here, or choose`;
  return (
    <Field id={field.id} label={label} full={full} optional={leftOut} error={field.errors}>
      {children}
      {uploads ? <UploadList kind={uploads.kind} /> : null}
      {uploads ? null : (
        // Filled by app/browser/chosen-pictures.ts.
        <ul className={styles.media} aria-label="Chosen" hidden data-chosen-pictures={field.id} />
      )}
      <div
        className={styles.zone}
        data-uploads={uploads?.endpoint}
        data-kind={uploads?.kind}
        data-stores={uploads?.stores}
        data-draws={uploads?.draws}
        data-part={uploads && parts["uploads"]}
        data-most={uploads?.most}
        data-too-many={uploads?.tooMany}
      >
        <Icon of={accept.startsWith("video") ? Video : accept.includes("csv") ? FileSpreadsheet : ImagePlus} />
        {uploads ? (
          <span className={styles.drop} data-with-scripts data-drop-words={words}>
            {words}
          </span>
        ) : null}
        {/* Never natively required: files kept from an earlier post count, and the browser cannot see them. */}
        <input key={key} {...props} required={undefined} accept={accept} multiple={multiple} />
        {hint ? <Hint id={field.descriptionId}>{hint}</Hint> : null}
      </div>
    </Field>
  );
}
