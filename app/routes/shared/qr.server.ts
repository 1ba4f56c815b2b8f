import { encode } from "uqr";

/** Modules of white around the code, as readers need them. */
const QUIET = 4;

export interface Qr {
  /** Modules along a side. */
  size: number;
  /** Its dark runs as lines of an SVG path. */
  path: string;
}

/** A text as a QR code; a third of its size as one path: each line is a run of dark modules. */
export function qrOf(text: string): Qr {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const runs: string[] = [];
  data.forEach((row, y) => {
    for (let x = 0; x < size; x += 1) {
      const from = x;
      while (row[x]) x += 1;
      if (x > from) runs.push(`M${from} ${y}.5h${x - from}`);
    }
  });
  return { size, path: runs.join("") };
}
