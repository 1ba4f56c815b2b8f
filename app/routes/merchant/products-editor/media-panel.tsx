import { getInputProps } from "@conform-to/react";
import { X } from "~/ui/icon/icons";
import { MOST_IMAGES, TOO_MANY_FILES } from "~/features/media/schema";
import { Button } from "~/ui/button/button";
import { FileField } from "~/ui/file-field/file-field";
import { MediaList } from "~/ui/file-field/media-list";
import { Icon } from "~/ui/icon/icon";
import { Panel } from "~/ui/panel/panel";
import type { Files } from "./files";
import type { PanelProps } from "./panel-props";
import * as styles from "./styles.css";

interface MediaPanelProps extends PanelProps {
  /** Facts about the files that the form may hold. */
  known: Files;
}

const PART = "media";
const UPLOADS = { endpoint: "/api/v1/file/resumable", draws: PART, tooMany: TOO_MANY_FILES };

/**
 * Photos and one video. The form holds the ids of stored files. With scripts, a newly chosen file uploads at once;
 * without, it travels with the post.
 */
export function MediaPanel({ form, fields, known }: MediaPanelProps) {
  const name = fields.image.name;
  const imageFields = fields.image.getFieldList();
  const orderWhenMoved = (from: number, to: number) =>
    to < 0 || to >= imageFields.length ? undefined : String(form.reorder.getButtonProps({ name, from, to }).value);
  const photos = imageFields.map((field, index) => {
    const id = field.initialValue ?? "";
    const image = known.images.find(({ _id }) => _id === id) ?? { _id: id, url: `/media/${id}/160.webp` };
    return {
      image,
      remove: String(form.remove.getButtonProps({ name, index }).value),
      earlier: orderWhenMoved(index, index - 1),
      later: orderWhenMoved(index, index + 1),
    };
  });
  const videoId = fields.video.value;
  const video = known.videos.find(({ _id }) => _id === videoId);

  return (
    <Panel title="Media" id={PART} stacked>
      {imageFields.map((field) => {
        const { key, ...props } = getInputProps(field, { type: "hidden" });
        return <input key={key} {...props} />;
      })}
      <FileField
        field={fields.photos}
        label="Photos"
        optional
        multiple
        accept="image/png,image/jpeg,image/webp,image/avif"
        uploads={{ ...UPLOADS, kind: "image", stores: name, most: MOST_IMAGES }}
        hint={`JPEG, PNG, WebP or AVIF, up to ${MOST_IMAGES}. The first photo is the one on the card.`}
      >
        <MediaList items={photos} intentName={form.validate.getButtonProps().name} />
      </FileField>
      <VideoId field={fields.video} />
      <FileField
        field={fields.videoFile}
        label="Video"
        optional
        accept="video/mp4,video/quicktime,video/webm"
        uploads={{ ...UPLOADS, kind: "video", stores: fields.video.name, most: 1 }}
        hint="MP4, MOV or WebM. A new one takes the place of the old one."
      >
        {videoId ? (
          <div className={styles.film}>
            <video
              className={styles.video}
              controls
              preload="metadata"
              src={video?.url ?? `/media/${videoId}`}
              aria-label="Video of the product"
            >
              <track kind="captions" />
            </video>
            <Button variant="quiet" {...form.update.getButtonProps({ name: fields.video.name, value: "" })}>
              <Icon of={X} /> Remove video
            </Button>
          </div>
        ) : null}
      </FileField>
    </Panel>
  );
}

function VideoId({ field }: { field: PanelProps["fields"]["video"] }) {
  const { key, ...props } = getInputProps(field, { type: "hidden" });
  return <input key={key} {...props} />;
}
