import type { DefaultValue } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { Draft } from "~/ui/local-draft/drafts";
import { NO_FILES, stillThere, type Files } from "./files";
import type { EditorFields } from "./fields-of";
import { productForm } from "./product-form";

/** A draft as the form is filled with it. */
export interface Restored {
  values: DefaultValue<EditorFields>;
  files: Files;
  /** The form's own: should it have been saved already, it is not saved twice. */
  key: string | undefined;
  savedAt: string;
}

/** Takes a draft up again; files that are no longer there are left out. */
export async function restoredFrom({ entries, savedAt }: Draft): Promise<Restored> {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  const values = parseWithZod(form, { schema: productForm }).payload as DefaultValue<EditorFields> & {
    image?: string[];
    video?: string;
  };
  const images = values.image ?? [];
  const files = await stillThere([...images, values.video ?? ""].filter(Boolean));
  const key = form.get("_key");
  return {
    values: files
      ? {
          ...values,
          image: images.filter((id) => files.images.some(({ _id }) => _id === id)),
          video: files.videos[0]?._id ?? "",
        }
      : values,
    files: files ?? NO_FILES,
    key: typeof key === "string" ? key : undefined,
    savedAt,
  };
}
