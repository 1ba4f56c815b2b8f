import { useEffect, useState, type FormEvent } from "react";
import type { ManagedProduct } from "~/features/products/schema";
import { useChanges } from "~/routes/shared/use-changes";
import { visuallyHidden } from "~/styles/layout.css";
import { SavedHere } from "~/ui/local-draft/draft-offer";
import { useUploads } from "~/ui/uploads/use-uploads";
import { EditorForm } from "./editor-form";
import { NO_FILES, together, type Kept } from "./files";
import { restoredFrom, type Restored } from "./restored";
import type { Returned } from "./save.server";
import * as styles from "./styles.css";

export interface EditorProps {
  /** None: a new one. */
  product?: ManagedProduct;
  categories: { value: string; label: string }[];
  returned: Returned | undefined;
  idempotencyKey: string;
}

const FILES_FIRST = "Your files are still on their way. The product is saved once they are here.";

/**
 * Add Product and Edit Product. The form is plain HTML; around it, where scripts run, files go up by themselves.
 */
export function Editor({ product, categories, returned, idempotencyKey }: EditorProps) {
  const answer = useLastAnswer(returned);
  const answers = useChanges(answer);
  const uploads = useUploads<Kept>("/api/v1/file/resumable");
  const [restored, setRestored] = useState<Restored>();
  const [uploaded, setUploaded] = useState(NO_FILES);
  const [said, setSaid] = useState("");
  const waiting = useSavedAfterUploads(uploads);

  return (
    <EditorForm
      // Made anew with each answer: the form then holds the ids of the files that were stored with the last post.
      key={`${product?._id ?? "new"} ${answers} ${restored?.savedAt ?? ""}`}
      product={product}
      categories={categories}
      returned={answer}
      restored={restored}
      idempotencyKey={answer?.key ?? restored?.key ?? idempotencyKey}
      uploads={uploads}
      uploaded={uploaded}
      onSend={waiting.onSend}
      onRestore={(draft) => void restoredFrom(draft).then(setRestored)}
      onUploaded={(kept, kind, name) => {
        setUploaded((before) =>
          together(before, kind === "video" ? { images: [], videos: [kept] } : { images: [kept], videos: [] }),
        );
        setSaid(`${name} is uploaded.`);
      }}
      standing={
        <div className={styles.standing}>
          <p className={visuallyHidden} role="status">
            {said}
          </p>
          <SavedHere />
          {waiting.waits ? <p role="status">{FILES_FIRST}</p> : null}
        </div>
      }
    />
  );
}

/** The last answer that there was: a post that was taken back has none, and changes nothing of the page. */
function useLastAnswer(returned: Returned | undefined): Returned | undefined {
  const [last, setLast] = useState(returned);
  if (returned !== undefined && returned !== last) setLast(returned);
  return returned ?? last;
}

/** A form that is sent while files are on their way waits for them; should one be refused, it is given back. */
function useSavedAfterUploads({ busy, items }: { busy: boolean; items: { state: string }[] }) {
  const [waits, setWaits] = useState(false);
  const refused = items.some(({ state }) => state === "refused");
  useEffect(() => {
    if (!waits || busy) return;
    setWaits(false);
    if (!refused) document.forms.namedItem("product")?.requestSubmit();
  }, [waits, busy, refused]);
  return {
    waits,
    onSend(event: FormEvent<HTMLFormElement>) {
      if (!busy) return;
      event.preventDefault();
      setWaits(true);
    },
  };
}
