/** What a worker is told when another one serves in its place: nobody who is connected to it may notice. */
export const HAND_OVER = "hand over";
/** What a worker is told when all of them are to end. */
export const STOP = "stop";
