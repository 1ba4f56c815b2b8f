import { Refused, sendFile, TAKEN_BACK } from "./send-file";

/** What operating systems leave in folders. */
const HIDDEN = new Set([".DS_Store", "Thumbs.db"]);

export interface UploadItem {
  key: string;
  name: string;
  /** Files of one kind go one after the other, in the order they were chosen; kinds go side by side. */
  kind: string;
  /** A picture's own bytes, to be seen at once. */
  preview?: string;
  bytes: number;
  sent: number;
  state: "queued" | "sending" | "line-down" | "storing" | "refused";
  /** Why it was refused. */
  message?: string;
}

export interface Arrived<Kept> {
  key: string;
  name: string;
  kind: string;
  kept: Kept;
}

export interface UploadsNow<Kept> {
  items: UploadItem[];
  /** Whole and stored, until somebody takes them. */
  arrived: Arrived<Kept>[];
}

export interface UploadQueue<Kept> {
  add(kind: string, files: File[]): void;
  /** Shows a file as refused without sending it. */
  refuse(kind: string, file: File, message: string): void;
  /** Tries again now. */
  retry(key: string): void;
  /** Ends it and forgets it. */
  remove(key: string): void;
  /** Hands over what has arrived; false when somebody else had it. */
  take(key: string): boolean;
  subscribe(listener: () => void): () => void;
  now(): UploadsNow<Kept>;
  stop(): void;
}

/** Files on their way to the service. Lives beside the form, so that it outlives the form's being made anew. */
export function uploadQueue<Kept>(endpoint: string): UploadQueue<Kept> {
  let now: UploadsNow<Kept> = { items: [], arrived: [] };
  const listeners = new Set<() => void>();
  const held = new Map<string, { file: File; end: AbortController; hurry?: AbortController }>();
  let serial = 0;

  function change(next: Partial<UploadsNow<Kept>>): void {
    now = { ...now, ...next };
    for (const listener of listeners) listener();
  }
  const update = (key: string, next: Partial<UploadItem>) =>
    change({ items: now.items.map((item) => (item.key === key ? { ...item, ...next } : item)) });

  function admit(kind: string, file: File, next: Pick<UploadItem, "state" | "message">): void {
    serial += 1;
    const key = `${Date.now().toString(36)}-${serial}`;
    held.set(key, { file, end: new AbortController() });
    const preview = file.type.startsWith("image/") ? { preview: URL.createObjectURL(file) } : {};
    change({ items: [...now.items, { key, kind, name: file.name, bytes: file.size, sent: 0, ...preview, ...next }] });
  }

  function forget(key: string): void {
    const gone = now.items.find((item) => item.key === key);
    if (gone?.preview) URL.revokeObjectURL(gone.preview);
    held.delete(key);
    change({ items: now.items.filter((item) => item.key !== key) });
  }

  /** Starts the next file of a kind, unless one is under way. */
  function go(kind: string): void {
    const lane = now.items.filter((item) => item.kind === kind && item.state !== "refused");
    const [next] = lane;
    if (!next || next.state !== "queued") return;
    update(next.key, { state: "sending" });
    void send(next).finally(() => go(kind));
  }

  async function send({ key, kind, name }: UploadItem): Promise<void> {
    const mine = held.get(key);
    if (!mine) return;
    try {
      const kept = await sendFile<Kept>(mine.file, {
        endpoint,
        metadata: { intendedFileName: kind, filename: name },
        signal: mine.end.signal,
        onProgress: (sent) => update(key, { sent, state: "sending" }),
        onWhole: () => update(key, { sent: mine.file.size, state: "storing" }),
        onLineDown: (hurry) => {
          mine.hurry = hurry;
          update(key, { state: "line-down" });
        },
      });
      if (mine.end.signal.aborted) return;
      forget(key);
      change({ arrived: [...now.arrived, { key, name, kind, kept }] });
    } catch (failure) {
      if (mine.end.signal.aborted) return;
      update(key, {
        state: "refused",
        message: failure instanceof Refused ? failure.message : "This file could not be uploaded.",
      });
    }
  }

  return {
    add(kind, files) {
      const under = [...held.values()].map(({ file }) => file);
      const known = (file: File) =>
        under.some(
          (other) => other.name === file.name && other.size === file.size && other.lastModified === file.lastModified,
        );
      for (const file of files) if (!HIDDEN.has(file.name) && !known(file)) admit(kind, file, { state: "queued" });
      go(kind);
    },
    refuse: (kind, file, message) => admit(kind, file, { state: "refused", message }),
    retry(key) {
      update(key, { state: "sending" });
      held.get(key)?.hurry?.abort();
    },
    remove(key) {
      held.get(key)?.end.abort(TAKEN_BACK);
      forget(key);
    },
    take(key) {
      const there = now.arrived.some((file) => file.key === key);
      if (there) change({ arrived: now.arrived.filter((file) => file.key !== key) });
      return there;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    now: () => now,
    stop() {
      for (const { end } of held.values()) end.abort();
    },
  };
}
