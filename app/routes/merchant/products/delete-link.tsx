import { Trash2 } from "lucide-react";
import { useRef, type MouseEvent } from "react";
import { row, stack } from "~/styles/layout.css";
import { Button } from "~/ui/button/button";
import { round } from "~/ui/button/round-button.css";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { useHydrated } from "~/ui/hydrated/hydrated";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import * as styles from "./styles.css";

interface DeleteLinkProps {
  product: { _id: string; title: string };
  idempotencyKey: string;
}

/** Leads to the page that asks whether a product is to be deleted; once scripts run, the question is asked in place. */
export function DeleteLink({ product: { _id, title }, idempotencyKey }: DeleteLinkProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const hydrated = useHydrated();
  const address = `/merchant/products/${_id}/delete`;
  const ask = (event: MouseEvent) => {
    if (!dialog.current || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    dialog.current.showModal();
  };
  return (
    <>
      <Link
        className={round}
        to={address}
        data-scripted
        aria-label={`Delete ${title}`}
        aria-haspopup={hydrated ? "dialog" : undefined}
        onClick={ask}
      >
        <Icon of={Trash2} />
      </Link>
      {hydrated ? (
        <dialog ref={dialog} className={styles.dialog} aria-labelledby={`delete-${_id}`}>
          <PostForm action={address} className={stack} idempotencyKey={`${idempotencyKey}${_id}`}>
            <h2 id={`delete-${_id}`}>Delete this product?</h2>
            <p>“{title}” leaves the shop and your list at once. Orders that hold it stay as they are.</p>
            <div className={row}>
              <SubmitButton variant="danger">Delete</SubmitButton>
              <Button type="button" variant="quiet" onClick={() => dialog.current?.close()}>
                Keep it
              </Button>
            </div>
          </PostForm>
        </dialog>
      ) : null}
    </>
  );
}
