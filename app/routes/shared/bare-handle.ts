/** The handle of a route that is a page of its own, without the frame of the shop and of its area. */
export interface BareHandle {
  isBare: true;
}

/** Whether a route's handle is a `BareHandle`. */
export const isBareHandle = (handle: unknown): handle is BareHandle =>
  typeof handle === "object" && handle !== null && "isBare" in handle;
