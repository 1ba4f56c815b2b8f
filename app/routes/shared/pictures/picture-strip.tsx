import type { Image } from "~/features/fields";
import { row } from "~/styles/layout.css";
import { Thumb } from "~/ui/thumb/thumb";

/** Small pictures beside a text. Each links to its largest size. */
export function PictureStrip({ pictures }: { pictures: Image[] }) {
  if (pictures.length === 0) return null;
  return (
    <ul className={row} aria-label="Pictures">
      {pictures.map(({ _id, ...image }, place) => (
        <li key={_id}>
          <a href={`/media/${_id}/${Math.max(...(image.widths ?? [160]))}.webp`}>
            <Thumb image={{ _id, ...image }} size={104} alt={`Picture ${place + 1} of ${pictures.length}`} />
          </a>
        </li>
      ))}
    </ul>
  );
}
