/** The message to a worker whose place another one takes. Its connections must not notice. */
export const HAND_OVER = "hand over";
/** The message to a worker when all of them are to end. */
export const STOP = "stop";
