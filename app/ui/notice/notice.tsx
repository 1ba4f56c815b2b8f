import { CircleAlert, CircleCheck } from "~/ui/icon/icons";
import type { ReactNode } from "react";
import { classNames } from "~/ui/class-names/class-names";
import { Icon } from "~/ui/icon/icon";
import * as styles from "./notice.css";

export interface NoticeProps {
  type: "success" | "danger";
  message: ReactNode;
  /** The id of the element. Another id tells apart two notices with the same words, so that the second shows again. */
  id?: string;
  /** Stays in its place in the page instead of floating for three seconds. */
  still?: boolean;
}

/** A sentence about the last action. It hides itself after three seconds without any script. */
export function Notice({ type, message, id, still }: NoticeProps) {
  const bad = type === "danger";
  return (
    <p
      // With another id, a page that is changed in place gets a new element, whose three seconds begin again.
      id={id && `notice-${id}`}
      className={classNames(styles.notice, bad && styles.danger, !still && styles.floating)}
      role={bad ? "alert" : "status"}
    >
      <Icon of={bad ? CircleAlert : CircleCheck} /> {message}
    </p>
  );
}
