import { hiddenField } from "~/ui/local-draft/entries";

/* Ids of files that the service has, as hidden fields of a form. A zone names its fields by `data-stores`. */

export const zoneFor = (kind: string) => document.querySelector<HTMLElement>(`[data-uploads][data-kind="${kind}"]`);

/** The part of the page that shows the files of a zone. */
export const partOf = (zone: HTMLElement) => document.getElementById(zone.dataset["draws"] ?? "");

/** The fields of a form that have the ids of a zone's files. */
export function idFieldsOf(form: HTMLFormElement, zone: HTMLElement): HTMLInputElement[] {
  const name = zone.dataset["stores"] ?? "";
  return [...form.elements].filter(
    (field): field is HTMLInputElement =>
      field instanceof HTMLInputElement && (field.name === name || field.name.startsWith(`${name}[`)),
  );
}

/** Adds an id to the list of a zone. In a zone for one file, replaces its id. An id that the form has is not added. */
export function addStoredId(form: HTMLFormElement, zone: HTMLElement, id: string): void {
  const fields = idFieldsOf(form, zone);
  if (fields.some(({ value }) => value === id)) return;
  if (zone.querySelector("input")?.multiple)
    partOf(zone)?.append(hiddenField(`${zone.dataset["stores"]}[${fields.length}]`, id));
  else for (const field of fields) field.value = id;
}

/** The fields that the server needs to draw the files of a form, without anything that is being typed. */
export function draftOfFiles(form: HTMLFormElement): FormData {
  const body = new FormData();
  for (const zone of form.querySelectorAll<HTMLElement>("[data-uploads]"))
    for (const { name, value } of idFieldsOf(form, zone)) body.append(name, value);
  const account = form.querySelector<HTMLInputElement>("input[name=_account]");
  if (account) body.set("_account", account.value);
  body.set("intent", "draw");
  return body;
}
