import { Button, type ButtonProps } from "~/ui/button/button";
import { usePending } from "./pending";

export type SubmitButtonProps = Omit<ButtonProps, "busy" | "type"> & {
  /** Posted as `intent`, when the form can be sent in several ways. */
  intent?: string;
  /** Instead of the label while the post is under way: "Processing...". */
  busyLabel?: string;
};

/** Sends the `PostForm` around it, or the one that `form` names, and shows that it is under way. */
export function SubmitButton({ intent, busyLabel, children, ...rest }: SubmitButtonProps) {
  const named = intent === undefined ? undefined : { name: "intent", value: intent };
  const busy = usePending(named, rest.form);
  return (
    <Button type="submit" {...named} {...rest} busy={busy}>
      {busy && busyLabel ? busyLabel : children}
    </Button>
  );
}
