/** A form that has had its answer. */
export interface Answered {
  /** Where it was posted. */
  path: string;
  /** 202: it was taken, and leads on. */
  status: number;
  /** As Remix wrote it. */
  text: string;
}

/** Who wants to know of every form that has had its answer. */
export const answered = new Set<(answer: Answered) => void>();
