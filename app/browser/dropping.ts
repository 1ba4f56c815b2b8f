import { judgeFiles, type Judgement } from "~/ui/file-field/judge-files";
import { PLACE } from "./photo-order";

const SENTENCES: Record<Judgement, string | null> = {
  "wrong-kind": "Files of this kind do not belong here",
  "too-many": "One file only",
  welcome: null,
};

/**
 * Handles files that are dragged over a field with `data-uploads` and dropped on it, for example from the desktop.
 * During the drag, the field says whether they belong there. Files that do not belong there are passed to `onFiles` as
 * well, because the reason can only be given after the drop. Source: specification §4, file drop.
 */
export function watchDropping(onFiles: (zone: HTMLElement, files: File[]) => void): void {
  const zoneOf = ({ target, dataTransfer }: DragEvent) =>
    target instanceof Element && dataTransfer?.types.includes("Files") && !dataTransfer.types.includes(PLACE)
      ? target.closest<HTMLElement>("[data-uploads]")
      : null;
  document.addEventListener("dragover", (event) => {
    const zone = zoneOf(event);
    const field = zone?.querySelector("input");
    if (!zone || !field) return;
    event.preventDefault();
    const files = [...event.dataTransfer!.items].filter(({ kind }) => kind === "file");
    judge(
      zone,
      judgeFiles(
        files.map(({ type }) => type),
        field.accept,
        field.multiple,
      ),
    );
  });
  document.addEventListener("dragleave", (event) => {
    const zone = zoneOf(event);
    if (zone && !zone.contains(event.relatedTarget as Node | null)) judge(zone, null);
  });
  document.addEventListener("drop", (event) => {
    const zone = zoneOf(event);
    if (!zone) return;
    event.preventDefault();
    judge(zone, null);
    onFiles(zone, [...event.dataTransfer!.files]);
  });
}

function judge(zone: HTMLElement, judgement: Judgement | null): void {
  zone.dataset["judgement"] = judgement ?? "";
  const words = zone.querySelector<HTMLElement>("[data-drop-words]");
  const sentence = judgement && SENTENCES[judgement];
  if (words) words.textContent = sentence ?? words.dataset["dropWords"] ?? "";
}
