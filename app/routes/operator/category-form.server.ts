/** What of a posted category travels to the service: a browser posts an empty, unnamed file when none was chosen. */
export function categoryIn(
  form: FormData,
  fields: { title: string; tint: string },
): { title: string; tint: string; intendedFile?: File } {
  const file = form.get("intendedFile");
  return { ...fields, ...(file instanceof File && (file.size > 0 || file.name !== "") && { intendedFile: file }) };
}
