import { FAILED, FIRST_CHOICE, POSTCODE_OF, REGIONS_ADDRESS, REGIONS_IN, REGIONS_OF } from "~/ui/regions/contract";

/** The region that was chosen last in each list, which an answer may have made anew meanwhile. */
const selections = new WeakMap<Element, string>();

/** Has the list of regions follow the country. */
export function watchCountries(): void {
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement)) return;
    if (target.hasAttribute(REGIONS_IN)) void follow(target);
    if (target.hasAttribute(REGIONS_OF)) selections.set(target, target.value);
  });
}

/** Follows countries that were chosen before this script came, or are still chosen after an answer. */
export function followCountries(): void {
  for (const countries of document.querySelectorAll<HTMLSelectElement>(`[${REGIONS_IN}]`)) {
    const regions = document.getElementById(countries.getAttribute(REGIONS_IN)!);
    if (regions?.getAttribute(REGIONS_OF) !== countries.value) void follow(countries);
  }
}

async function follow(countries: HTMLSelectElement): Promise<void> {
  const country = countries.value;
  const regions = document.getElementById(countries.getAttribute(REGIONS_IN)!) as HTMLSelectElement;
  regions.setAttribute(REGIONS_OF, country);
  regions.setAttribute("aria-busy", "true");
  // Never those of the country before, one of which could be chosen meanwhile.
  fill(regions, [], country ? FIRST_CHOICE.loading : FIRST_CHOICE.none);
  const answer = country ? await lookUp(country).catch(() => null) : { regions: [], names: null };
  // Another country has been chosen since.
  if (regions.getAttribute(REGIONS_OF) !== country) return;
  const names = answer && answer.regions;
  if (answer?.names) {
    call(regions.id, answer.names.states);
    call(countries.getAttribute(POSTCODE_OF), answer.names.zipCode);
  }
  regions.removeAttribute("aria-busy");
  countries.parentElement!.toggleAttribute(FAILED, names === null);
  fill(regions, names ?? [], names?.length ? FIRST_CHOICE.some : FIRST_CHOICE.none);
}

interface CountryAnswer {
  regions: string[];
  names: { states: string; zipCode: string } | null;
}

/** Gives a field the name that it has in the country. */
function call(fieldId: string | null, name: string): void {
  const text = document.querySelector(`label[for="${fieldId}"]`)?.firstChild;
  if (text) text.nodeValue = name;
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
