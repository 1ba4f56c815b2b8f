import { useEffect, useState, useSyncExternalStore } from "react";
import { uploadQueue, type UploadQueue, type UploadsNow } from "./upload-queue";

const NONE = { items: [], arrived: [] };

export type Uploads<Kept> = UploadsNow<Kept> & {
  queue: UploadQueue<Kept>;
  /** Whether something is still to come. */
  busy: boolean;
};

/** Files on their way to `endpoint`, for as long as the component stands in the page. */
export function useUploads<Kept>(endpoint: string): Uploads<Kept> {
  const [queue] = useState(() => uploadQueue<Kept>(endpoint));
  const now = useSyncExternalStore(queue.subscribe, queue.now, () => NONE as UploadsNow<Kept>);
  useEffect(() => () => queue.stop(), [queue]);
  return { ...now, queue, busy: now.arrived.length > 0 || now.items.some(({ state }) => state !== "refused") };
}
