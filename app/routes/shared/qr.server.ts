import { encode } from "uqr";

/** White modules around the code, which readers need. */
const QUIET = 4;

export interface Qr {
  /** Modules along a side. */
  size: number;
  /** The runs of dark modules, as lines of an SVG path. */
  path: string;
}

/** A text as a QR code. One path, whose lines are runs of dark modules, takes a third of the bytes. */
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
