import { getInputProps } from "@conform-to/react";
import { X } from "lucide-react";
import type { Image } from "~/features/fields";
import { MOST_IMAGES, type Video } from "~/features/media/schema";
import { Button } from "~/ui/button/button";
import { FileField, MediaList } from "~/ui/file-field/file-field";
import { Icon } from "~/ui/icon/icon";
import { Panel } from "~/ui/panel/panel";
import type { PanelProps } from "./panel-props";
import * as styles from "./styles.css";

interface MediaPanelProps extends PanelProps {
  /** What is known of the files that the form may hold. */
  known: { images: Image[]; videos: Video[] };
}

/** Photos and one video. The form holds the ids of what is stored; what is chosen anew travels with the post. */
export function MediaPanel({ form, fields, known }: MediaPanelProps) {
  const held = fields.image.getFieldList();
  const items = held.map((field, index) => {
    const id = field.initialValue ?? "";
    return { image: known.images.find((image) => image._id === id) ?? { _id: id, url: `/media/${id}/160.webp` }, value: String(form.remove.getButtonProps({ name: fields.image.name, index }).value) };
  });
  const videoId = fields.video.value;
  const video = known.videos.find(({ _id }) => _id === videoId);
  return (
    <Panel title="Media" stacked>
      {held.map((field) => {
        const { key, ...props } = getInputProps(field, { type: "hidden" });
        return <input key={key} {...props} />;
      })}
      <FileField
        field={fields.photos} label="Photos" optional multiple accept="image/png,image/jpeg,image/webp,image/avif"
        hint={`JPEG, PNG, WebP or AVIF, up to ${MOST_IMAGES}. The first photo is the one on the card.`}
      >
        <MediaList items={items} intentName={form.validate.getButtonProps().name} />
      </FileField>
      <VideoId field={fields.video} />
      <FileField field={fields.videoFile} label="Video" optional accept="video/mp4,video/quicktime,video/webm" hint="MP4, MOV or WebM. A new one takes the place of the old one.">
        {videoId ? (
          <div className={styles.film}>
            <video className={styles.video} controls preload="metadata" src={video?.url ?? `/media/${videoId}`} aria-label="Video of the product"><track kind="captions" /></video>
            <Button variant="quiet" {...form.update.getButtonProps({ name: fields.video.name, value: "" })}><Icon of={X} /> Remove video</Button>
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
