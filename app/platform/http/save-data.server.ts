import type { NextFunction, Request, Response } from "express";

/** A picture that comes in several widths, as `/img/stall-small-660.avif`: name, width, ending. */
const IN_WIDTHS = /^(\/img\/.+)-(\d+)(\.\w+)$/;

/**
 * Leads who asks for less data to the narrowest of a picture's files, whichever the page has chosen: the page is the
 * same for everybody, so that it can be kept. `known` are the paths of the built files.
 */
export function narrowestForSaveData(known: ReadonlySet<string>) {
  const narrowest = new Map<string, number>();
  for (const file of known) {
    const [, name, width, ending] = IN_WIDTHS.exec(file) ?? [];
    if (name === undefined) continue;
    const kind = name + ending;
    narrowest.set(kind, Math.min(Number(width), narrowest.get(kind) ?? Infinity));
  }
  return (request: Request, response: Response, next: NextFunction): void => {
    const [, name, , ending] = IN_WIDTHS.exec(request.path) ?? [];
    const width = name === undefined ? undefined : narrowest.get(name + ending);
    if (width === undefined) return next();
    response.vary("Save-Data");
    if (request.get("Save-Data") === "on") request.url = `${name}-${width}${ending}`;
    next();
  };
}
