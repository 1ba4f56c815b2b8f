import { getInputProps } from "@conform-to/react";
import { X } from "lucide-react";
import { MOST_IMAGES, TOO_MANY_FILES } from "~/features/media/schema";
import { Button } from "~/ui/button/button";
import { FileField } from "~/ui/file-field/file-field";
import { MediaList } from "~/ui/file-field/media-list";
import { useHydrated } from "~/ui/hydrated/hydrated";
import { Icon } from "~/ui/icon/icon";
import { Panel } from "~/ui/panel/panel";
import { UploadList } from "~/ui/uploads/upload-list";
import type { Uploads } from "~/ui/uploads/use-uploads";
import type { Files, Kept } from "./files";
import type { PanelProps } from "./panel-props";
import * as styles from "./styles.css";

interface MediaPanelProps extends PanelProps {
  /** What is known of the files that the form may hold. */
  known: Files;
  uploads: Uploads<Kept>;
}

/**
 * Photos and one video. The form holds the ids of what is stored; what is chosen anew travels with the post, or by
 * itself at once where scripts run.
 */
export function MediaPanel({ form, fields, known, uploads }: MediaPanelProps) {
  const scripts = useHydrated();
  const { queue, items } = uploads;
  const name = fields.image.name;
  const held = fields.image.getFieldList();
  const moved = (from: number, to: number) =>
    to < 0 || to >= held.length ? undefined : String(form.reorder.getButtonProps({ name, from, to }).value);
  const photos = held.map((field, index) => {
    const id = field.initialValue ?? "";
    const image = known.images.find(({ _id }) => _id === id) ?? { _id: id, url: `/media/${id}/160.webp` };
    return {
      image,
      remove: String(form.remove.getButtonProps({ name, index }).value),
      earlier: moved(index, index - 1),
      later: moved(index, index + 1),
    };
  });
  const videoId = fields.video.value;
  const video = known.videos.find(({ _id }) => _id === videoId);

  const addPhotos = (files: File[]) => {
    const room = Math.max(
      0,
      MOST_IMAGES - held.length - items.filter(({ kind, state }) => kind === "image" && state !== "refused").length,
    );
    queue.add("image", files.slice(0, room));
    for (const file of files.slice(room)) queue.refuse("image", file, TOO_MANY_FILES);
  };
  const addVideo = ([film, ...rest]: File[]) => {
    if (film) queue.add("video", [film]);
    for (const file of rest) queue.refuse("video", file, TOO_MANY_FILES);
  };
  const listOf = (kind: string) => (
    <UploadList items={items.filter((item) => item.kind === kind)} onRetry={queue.retry} onRemove={queue.remove} />
  );

  return (
    <Panel title="Media" stacked>
      {held.map((field) => {
        const { key, ...props } = getInputProps(field, { type: "hidden" });
        return <input key={key} {...props} />;
      })}
      <FileField
        field={fields.photos}
        label="Photos"
        optional
        multiple
        accept="image/png,image/jpeg,image/webp,image/avif"
        onFiles={scripts ? addPhotos : undefined}
        hint={`JPEG, PNG, WebP or AVIF, up to ${MOST_IMAGES}. The first photo is the one on the card.`}
      >
        <MediaList
          items={photos}
          intentName={form.validate.getButtonProps().name}
          onMove={scripts ? (from, to) => form.reorder({ name, from, to }) : undefined}
        />
        {listOf("image")}
      </FileField>
      <VideoId field={fields.video} />
      <FileField
        field={fields.videoFile}
        label="Video"
        optional
        accept="video/mp4,video/quicktime,video/webm"
        onFiles={scripts ? addVideo : undefined}
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
        {listOf("video")}
      </FileField>
    </Panel>
  );
}

function VideoId({ field }: { field: PanelProps["fields"]["video"] }) {
  const { key, ...props } = getInputProps(field, { type: "hidden" });
  return <input key={key} {...props} />;
}
