/** Around a file chooser whose page holds earlier files by their ids: an answer empties the chooser. */
export const FILES_STORED = "data-files-stored";
