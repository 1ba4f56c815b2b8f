import { useLocation } from "@remix-run/react";
import { useEffect, useState, type FormEvent } from "react";
import type { ManagedProduct } from "~/features/products/schema";
import { useChanges } from "~/routes/shared/use-changes";
import { visuallyHidden } from "~/styles/layout.css";
import { Button } from "~/ui/button/button";
import { DraftOffer, SavedHere } from "~/ui/local-draft/draft-offer";
import { useDraft } from "~/ui/local-draft/use-draft";
import { Notice } from "~/ui/notice/notice";
import { useUploads } from "~/ui/uploads/use-uploads";
import { EditorForm } from "./editor-form";
import { NO_FILES, together, type Kept } from "./files";
import { restoredFrom, type Restored } from "./restored";
import type { Returned } from "./save.server";
import { isLost, type Lost } from "./send";
import * as styles from "./styles.css";
import { useSendAgain } from "./use-send-again";

export interface EditorProps {
  /** None: a new one. */
  product?: ManagedProduct;
  categories: { value: string; label: string }[];
  returned: Returned | Lost | undefined;
  idempotencyKey: string;
  /** Whose drafts are kept in this browser. */
  owner: string;
}

const NO_LINE = "No connection. We keep trying; nothing is lost.";
const OUR_FAULT = "Something went wrong on our side. Nothing is lost; please try again.";
const FILES_FIRST = "Your files are still on their way. The product is saved once they are here.";

/**
 * Add Product and Edit Product. The form is plain HTML; around it, where scripts run, files go up by themselves, a
 * draft is kept in the browser, and a post that got no answer is sent again.
 */
export function Editor({ product, categories, returned, idempotencyKey, owner }: EditorProps) {
  const lost = isLost(returned) ? returned : undefined;
  const answer = useLastAnswer(lost ? undefined : (returned as Returned | undefined));
  const answers = useChanges(answer);
  const uploads = useUploads<Kept>("/api/v1/file/resumable");
  const draft = useDraft({ formId: "product", name: useLocation().pathname, owner });
  const again = useSendAgain(lost);
  const [restored, setRestored] = useState<Restored>();
  const [uploaded, setUploaded] = useState(NO_FILES);
  const [said, setSaid] = useState("");
  const waiting = useSavedAfterUploads(uploads);

  return (
    <>
      {draft.offered ? (
        <DraftOffer
          draft={draft.offered}
          onDiscard={() => draft.settle(false)}
          onRestore={() => {
            if (draft.offered) void restoredFrom(draft.offered).then(setRestored);
            draft.settle(true);
          }}
        />
      ) : null}
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
        held={again.trying}
        onSend={waiting.onSend}
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
            {again.trying ? (
              <>
                <Notice still type="danger" message={NO_LINE} />
                <Button type="button" variant="quiet" onClick={again.stop}>
                  Stop and change something
                </Button>
              </>
            ) : lost?.cause === "failure" ? (
              <Notice still type="danger" message={OUR_FAULT} />
            ) : (
              <SavedHere saved={draft.saved} />
            )}
            {waiting.waits ? <p role="status">{FILES_FIRST}</p> : null}
          </div>
        }
      />
    </>
  );
}

/** The last answer that there was: a post that got none changes nothing of the page. */
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
