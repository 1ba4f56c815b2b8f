import { Form, useActionData, useFetcher, useNavigation, type FormProps } from "@remix-run/react";
import { useContext, useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { visuallyHidden } from "~/styles/layout.css";
import { useIsomorphicLayoutEffect } from "~/ui/hydrated/hydrated";
import { DraftOffer } from "~/ui/local-draft/draft-offer";
import type { Draft } from "~/ui/local-draft/drafts";
import { DraftOwner, DraftSaved, useDraft } from "~/ui/local-draft/use-draft";
import * as styles from "./form.css";
import { PendingForm, rememberSent } from "./pending";

export type PlainFormProps = Omit<FormProps, "method" | "children"> & {
  /** Sent along as `_key`, so that a post repeated by a flaky line is done once. */
  idempotencyKey?: string;
  /**
   * The intent of pressing Enter in a field. A browser presses the form's first submit button, which may well be Back,
   * Remove or −: set this wherever another button comes before the main one. `""` posts no intent.
   */
  enterIntent?: string;
  /** Takes up a draft that was left behind, for a form of which fields come and go. */
  onRestore?: (draft: Draft) => void;
  children: ReactNode;
};

/**
 * A form that changes something: plain HTML first, `method="post"`. Until its post is answered, however long the line
 * takes, everything in it is disabled; the values were read before that. With an `id`, what is typed into more than two
 * fields is kept on the device until it was taken. `className` lays out the children.
 */
export function PlainForm({
  idempotencyKey,
  enterIntent,
  onRestore,
  className,
  onSubmit,
  children,
  ...rest
}: PlainFormProps) {
  const navigation = useNavigation();
  const fetcher = useFetcher({ key: rest.fetcherKey });
  const key = useKey(idempotencyKey);
  const owner = useContext(DraftOwner);
  const element = useRef<HTMLFormElement>(null);
  const draft = useDraft(element, rest.id, onRestore);
  const answer = useActionData();
  const [sent, setSent] = useState<{ before: unknown } | null>(null);
  // Once it is answered it can be mended, also while the page around it is asked for anew.
  const underWay = sent && sent.before === answer ? navigation : null;
  const pending = (rest.navigate === false ? fetcher : underWay)?.formData ?? null;

  useEffect(() => {
    if (navigation.state === "idle") setSent(null);
  }, [navigation.state]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    onSubmit?.(event);
    // Checks that failed in the browser have prevented the post.
    if (event.defaultPrevented) return;
    setSent({ before: answer });
    draft.onSent(new URL(event.currentTarget.action).pathname);
    rememberSent(event.currentTarget.id || undefined);
  };

  return (
    <Form
      discover="none"
      {...rest}
      ref={element}
      method="post"
      aria-busy={pending ? true : undefined}
      onSubmit={submit}
    >
      {enterIntent === undefined ? null : (
        <button
          className={visuallyHidden}
          name={enterIntent ? "intent" : undefined}
          value={enterIntent}
          tabIndex={-1}
          aria-hidden="true"
        />
      )}
      {key ? <input type="hidden" name="_key" value={key} /> : null}
      {/* Should the session end meanwhile, what was typed is kept for this account and no other. */}
      {owner ? <input type="hidden" name="_account" value={owner} /> : null}
      {draft.offered ? <DraftOffer draft={draft.offered} onRestore={draft.restore} onDiscard={draft.discard} /> : null}
      <fieldset className={className ?? styles.plain} disabled={pending !== null}>
        <DraftSaved.Provider value={draft.saved}>
          <PendingForm.Provider value={pending}>{children}</PendingForm.Provider>
        </DraftSaved.Provider>
      </fieldset>
    </Form>
  );
}

/**
 * The form's key, or a new one where the last answer said that it stands for something else by now. A page that is the
 * same for everybody holds none: there the browser makes one, anew once a post has had its answer.
 */
function useKey(given: string | undefined): string | undefined {
  const answer = useActionData<{ key?: unknown }>();
  const { state } = useNavigation();
  const [own, setOwn] = useState<string>();
  useIsomorphicLayoutEffect(() => {
    if (given === undefined && state === "idle") setOwn(randomKey());
  }, [given, state]);
  if (given === undefined) return own;
  return typeof answer?.key === "string" ? answer.key : given;
}

function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
