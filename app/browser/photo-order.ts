/** The type of drag data of a picture that is being moved. It distinguishes the picture from a file. */
export const PLACE = "application/x-place";

/** Moves pictures of a `data-movable` list by dragging. The server answers the new order, as for the list's buttons. */
export function watchPhotoOrder(): void {
  const entryOf = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLElement>("[data-movable] > li") : null;
  const placeOf = (entry: HTMLElement) => [...entry.parentElement!.children].indexOf(entry);
  const leave = () => document.querySelector("[data-drop-target]")?.removeAttribute("data-drop-target");
  document.addEventListener("dragstart", ({ target, dataTransfer }) => {
    const entry = entryOf(target);
    if (entry) dataTransfer?.setData(PLACE, String(placeOf(entry)));
  });
  document.addEventListener("dragover", (event) => {
    const entry = entryOf(event.target);
    if (!entry || !event.dataTransfer?.types.includes(PLACE)) return;
    event.preventDefault();
    leave();
    entry.dataset["dropTarget"] = "";
  });
  document.addEventListener("dragleave", leave);
  document.addEventListener("dragend", leave);
  document.addEventListener("drop", (event) => {
    leave();
    const entry = entryOf(event.target);
    const from = event.dataTransfer?.getData(PLACE);
    if (!entry || !from) return;
    event.preventDefault();
    if (Number(from) !== placeOf(entry)) move(entry, Number(from), placeOf(entry));
  });
}

function move(entry: HTMLElement, from: number, to: number): void {
  const { name, value, form } = entry.querySelector("button")!;
  const { payload } = JSON.parse(value) as { payload: { name: string } };
  const button = Object.assign(document.createElement("button"), { name, formNoValidate: true });
  button.value = JSON.stringify({ type: "reorder", payload: { name: payload.name, from, to } });
  button.style.display = "none";
  form?.append(button);
  button.click();
}
