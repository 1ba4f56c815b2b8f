import type { NextFunction, Request, Response } from "express";

/** A picture that comes in several widths, as `/img/stall-small-660.avif`: name, width, ending. */
const IN_WIDTHS = /^(\/img\/.+)-(\d+)(\.\w+)$/;

/**
 * Sends the narrowest file of a picture to a browser that asks for less data, whichever the page names. The page is the
 * same for everybody, so it can be cached. `fileNames` are the paths of the built files.
 */
export function narrowestForSaveData(fileNames: ReadonlySet<string>) {
  const pictures = [...fileNames].flatMap((file) => {
    const [, name = "", width, ending = ""] = IN_WIDTHS.exec(file) ?? [];
    return width === undefined ? [] : [{ file, kind: name + ending, width: Number(width) }];
  });
  const narrowest = new Map<string, string>();
  // The widest comes first, so that the narrowest of each kind remains in the map.
  const byKind = new Map(pictures.toSorted((a, b) => b.width - a.width).map(({ kind, file }) => [kind, file]));
  for (const { file, kind } of pictures) narrowest.set(file, byKind.get(kind) ?? file);
  return (request: Request, response: Response, next: NextFunction): void => {
    const file = narrowest.get(request.path);
    if (file === undefined) return next();
    response.vary("Save-Data");
    if (request.get("Save-Data") === "on") request.url = file;
    next();
  };
}
