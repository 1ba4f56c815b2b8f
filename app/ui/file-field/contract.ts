/** Around a chooser of files whose page holds by id what was chosen before: an answer empties the chooser. */
export const FILES_STORED = "data-files-stored";
