/** The message to a worker that another worker replaces. Its clients must not notice. */
export const HAND_OVER = "hand over";
/** The message to a worker when all workers are to end. */
export const STOP = "stop";
