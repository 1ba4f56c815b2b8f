import {
  CITY_OF,
  FAILED,
  FIRST_CHOICE,
  POSTCODE_OF,
  REGIONS_ADDRESS,
  REGIONS_IN,
  REGIONS_OF,
  type CountryAnswer,
} from "~/ui/regions/contract";

/** The region that was chosen last in each list. An answer may have replaced the list's options since. */
const selections = new WeakMap<Element, string>();

/** Updates the list of regions when somebody chooses a country. */
export function watchCountries(): void {
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement)) return;
    if (target.hasAttribute(REGIONS_IN)) void follow(target);
    if (target.hasAttribute(REGIONS_OF)) selections.set(target, target.value);
  });
}

/** Updates the regions of countries that were chosen before this script was loaded, or that an answer has kept. */
export function followCountries(): void {
  for (const countries of document.querySelectorAll<HTMLSelectElement>(`[${REGIONS_IN}]`)) {
    const regions = document.getElementById(countries.getAttribute(REGIONS_IN)!);
    if (regions?.getAttribute(REGIONS_OF) !== countries.value) void follow(countries);
  }
}

async function follow(countries: HTMLSelectElement): Promise<void> {
  const country = countries.value;
  const regions = document.getElementById(countries.getAttribute(REGIONS_IN)!) as HTMLSelectElement;
  // Remembers a region that came with the page, without a `change` event, in case its country is chosen again.
  if (regions.value) selections.set(regions, regions.value);
  regions.setAttribute(REGIONS_OF, country);
  regions.setAttribute("aria-busy", "true");
  // Empties the list, so that no region of the former country can be chosen meanwhile.
  fill(regions, [], country ? FIRST_CHOICE.loading : FIRST_CHOICE.none);
  const answer = country ? await lookUp(country).catch(() => null) : { regions: [] };
  // Another country has been chosen since.
  if (regions.getAttribute(REGIONS_OF) !== country) return;
  const names = answer && answer.regions;
  if (answer && "names" in answer) writeAs(answer, countries);
  regions.removeAttribute("aria-busy");
  countries.parentElement!.toggleAttribute(FAILED, names === null);
  fill(regions, names ?? [], names?.length ? FIRST_CHOICE.some : FIRST_CHOICE.none);
}

/** Names and orders the fields of an address as the country does. */
function writeAs({ names, order, needed }: CountryAnswer, countries: HTMLSelectElement): void {
  const attributes = { city: CITY_OF, states: REGIONS_IN, zipCode: POSTCODE_OF };
  const fields: Element[] = order.flatMap((part) => {
    const id = countries.getAttribute(attributes[part]);
    const label = document.querySelector(`label[for="${id}"]`);
    if (label?.firstChild) label.firstChild.nodeValue = names[part];
    const hint = part === "city" && document.getElementById(`${id}-description`);
    if (hint) hint.textContent = needed;
    return label?.parentElement ?? [];
  });
  // Starts after the field that precedes all of them. A field that is already in its place is not moved.
  let previous = fields.map((field) => field.previousElementSibling).find((field) => field && !fields.includes(field));
  for (const field of fields) {
    if (previous && previous.nextElementSibling !== field) previous.after(field);
    previous = field;
  }
}

async function lookUp(country: string): Promise<CountryAnswer> {
  const answer = await fetch(`${REGIONS_ADDRESS}?country=${encodeURIComponent(country)}`);
  if (!answer.ok) throw new Error(`Regions answer ${answer.status}.`);
  return (await answer.json()) as CountryAnswer;
}

function fill(list: HTMLSelectElement, names: string[], first: string): void {
  list.textContent = "";
  list.append(new Option(first, ""), ...names.map((name) => new Option(name, name)));
  list.value = names.includes(selections.get(list) ?? "") ? selections.get(list)! : "";
}
