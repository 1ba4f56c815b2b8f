import { Button, type ButtonProps } from "~/ui/button/button";

export type SubmitButtonProps = Omit<ButtonProps, "type"> & {
  /** Posted as `intent`, when the form can be sent in several ways. */
  intent?: string;
  /** Instead of the label while the post is under way: "Processing...". */
  busyLabel?: string;
};

/** Sends the `PostForm` around it, or the one that `form` names. The browser's script shows that it is under way. */
export function SubmitButton({ intent, busyLabel, children, ...rest }: SubmitButtonProps) {
  const intentAttributes = intent === undefined ? undefined : { name: "intent", value: intent };
  return (
    <Button type="submit" {...intentAttributes} {...rest} data-busy-label={busyLabel}>
      {children}
    </Button>
  );
}
