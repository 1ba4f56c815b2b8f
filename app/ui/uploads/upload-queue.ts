import { smallerPicture } from "./smaller-picture";
import { Refused, sendFile, TAKEN_BACK, whileLineComesAndGoes, type Journey } from "./send-file";

/** Files that operating systems leave in folders. */
const HIDDEN = new Set([".DS_Store", "Thumbs.db"]);

export interface UploadItem {
  key: string;
  name: string;
  /** Files of one kind go one after the other, in the order they were chosen. Different kinds go side by side. */
  kind: string;
  /** The address of a picture's own bytes, to show it at once. */
  preview?: string;
  bytes: number;
  sent: number;
  state: "queued" | "sending" | "line-down" | "storing" | "refused";
  /** Why it was refused. */
  message?: string;
}

export interface UploadQueue {
  add(kind: string, files: File[]): void;
  /** Shows a file as refused without sending it. */
  refuse(kind: string, file: File, message: string): void;
  /** Tries again now. */
  retry(key: string): void;
  /** Ends it and forgets it. */
  remove(key: string): void;
}

interface QueueOptions<Stored> {
  endpoint: string;
  /** Takes what the service made of a file. It is called again after a dropped connection. */
  onStored(storedFile: Stored, item: UploadItem): Promise<void>;
  onChange(items: UploadItem[]): void;
}

/** Files on their way to the service. */
export function uploadQueue<Stored>({ endpoint, onStored, onChange }: QueueOptions<Stored>): UploadQueue {
  let items: UploadItem[] = [];
  const journeys = new Map<string, { file: File; end: AbortController; hurry?: AbortController }>();
  let serial = 0;

  function change(next: UploadItem[]): void {
    items = next;
    onChange(items);
  }
  const update = (key: string, next: Partial<UploadItem>) =>
    change(items.map((item) => (item.key === key ? { ...item, ...next } : item)));

  function admit(kind: string, file: File, next: Pick<UploadItem, "state" | "message">): void {
    serial += 1;
    const key = String(serial);
    journeys.set(key, { file, end: new AbortController() });
    const preview = file.type.startsWith("image/") ? { preview: URL.createObjectURL(file) } : {};
    change([...items, { key, kind, name: file.name, bytes: file.size, sent: 0, ...preview, ...next }]);
  }

  function forget(key: string): void {
    const item = items.find((candidate) => candidate.key === key);
    if (item?.preview) URL.revokeObjectURL(item.preview);
    journeys.delete(key);
    change(items.filter((candidate) => candidate.key !== key));
  }

  /** Starts the next file of a kind, unless one is under way. */
  function go(kind: string): void {
    const lane = items.filter((item) => item.kind === kind && item.state !== "refused");
    const [next] = lane;
    if (!next || next.state !== "queued") return;
    update(next.key, { state: "sending" });
    void send(next).finally(() => go(kind));
  }

  async function send(item: UploadItem): Promise<void> {
    const { key, kind } = item;
    const entry = journeys.get(key);
    if (!entry) return;
    const { end } = entry;
    const file = await smallerPicture(entry.file);
    const { name } = file;
    update(key, { bytes: file.size });
    const journey: Journey = {
      endpoint,
      metadata: { intendedFileName: kind, filename: name },
      signal: end.signal,
      onProgress: (sentBytes) => update(key, { sent: sentBytes, state: "sending" }),
      onWhole: () => update(key, { sent: file.size, state: "storing" }),
      onLineDown: (hurry) => {
        entry.hurry = hurry;
        update(key, { state: "line-down" });
      },
    };
    try {
      const storedFile = await sendFile<Stored>(file, journey);
      await whileLineComesAndGoes(() => onStored(storedFile, item), journey);
      forget(key);
    } catch (failure) {
      if (end.signal.aborted) return;
      update(key, {
        state: "refused",
        message: failure instanceof Refused ? failure.message : "This file could not be uploaded.",
      });
    }
  }

  return {
    add(kind, files) {
      const under = [...journeys.values()].map(({ file }) => file);
      const isUnderWay = (file: File) =>
        under.some(
          (candidate) =>
            candidate.name === file.name &&
            candidate.size === file.size &&
            candidate.lastModified === file.lastModified,
        );
      for (const file of files) if (!HIDDEN.has(file.name) && !isUnderWay(file)) admit(kind, file, { state: "queued" });
      go(kind);
    },
    refuse: (kind, file, message) => admit(kind, file, { state: "refused", message }),
    retry(key) {
      update(key, { state: "sending" });
      journeys.get(key)?.hurry?.abort();
    },
    remove(key) {
      journeys.get(key)?.end.abort(TAKEN_BACK);
      forget(key);
    },
  };
}
