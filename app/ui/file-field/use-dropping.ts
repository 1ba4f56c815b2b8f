import { useState, type DragEvent } from "react";
import { PLACE } from "./media-list";

interface Dropping {
  accept: string;
  multiple?: boolean;
  /** Without it nothing can be dropped. */
  onFiles?: (files: File[]) => void;
}

/** Why what is held over a field will be refused, or that it is welcome. */
export type Held = "nothing" | "welcome" | "wrong-kind" | "too-many";

/** Files held over a field and dropped on it, as from the desktop. Source: specification §4, file drop. */
export function useDropping({ accept, multiple = false, onFiles }: Dropping) {
  const [held, setHeld] = useState<Held>("nothing");
  if (!onFiles) return { held, handlers: {} };
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes("Files") || event.dataTransfer.types.includes(PLACE)) return;
      event.preventDefault();
      const types = [...event.dataTransfer.items].filter(({ kind }) => kind === "file").map(({ type }) => type);
      setHeld(judge(types, accept, multiple));
    },
    onDragLeave: () => setHeld("nothing"),
    onDrop: (event: DragEvent) => {
      setHeld("nothing");
      if (event.dataTransfer.types.includes(PLACE)) return;
      event.preventDefault();
      // Those that will be refused as well: only then can it be said why.
      onFiles([...event.dataTransfer.files]);
    },
  };
  return { held, handlers };
}

/** Goes by the kind alone, pictures or films: of files in the air browsers tell no more, and of some nothing. */
export function judge(types: string[], accept: string, multiple: boolean): Held {
  const kinds = accept.split(",").map((type) => type.trim().split("/")[0] ?? "");
  const known = types.filter(Boolean);
  if (kinds.every((kind) => !kind.startsWith(".")) && known.some((type) => !kinds.includes(type.split("/")[0] ?? "")))
    return "wrong-kind";
  return !multiple && types.length > 1 ? "too-many" : "welcome";
}
