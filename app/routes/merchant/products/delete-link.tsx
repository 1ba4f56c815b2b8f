import { Trash2 } from "~/ui/icon/icons";
import { row, stack } from "~/styles/layout.css";
import { Button } from "~/ui/button/button";
import { round } from "~/ui/button/round-button.css";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import * as styles from "./styles.css";

interface DeleteLinkProps {
  product: { _id: string; title: string };
  idempotencyKey: string;
}

/** Links to the page that asks whether to delete a product. With scripts, a dialog asks in place. */
export function DeleteLink({ product: { _id, title }, idempotencyKey }: DeleteLinkProps) {
  const address = `/merchant/products/${_id}/delete`;
  return (
    <>
      <Link className={round} to={address} data-scripted aria-label={`Delete ${title}`}>
        <Icon of={Trash2} />
      </Link>
      <dialog className={styles.dialog} data-stands-for={address} aria-labelledby={`delete-${_id}`}>
        <PostForm action={address} className={stack} idempotencyKey={`${idempotencyKey}${_id}`}>
          <h2 id={`delete-${_id}`}>Delete this product?</h2>
          <p>“{title}” leaves the shop and your list at once. Orders that hold it stay as they are.</p>
          <div className={row}>
            <SubmitButton variant="danger">Delete</SubmitButton>
            <Button variant="quiet" formMethod="dialog">
              Keep it
            </Button>
          </div>
        </PostForm>
      </dialog>
    </>
  );
}
