/** How one kind of job is worked on. */
export interface Lane {
  handle(payload: never, id: string): Promise<void>;
  /** How many jobs of the kind are worked on side by side, so that those of other kinds never wait for them. */
  atOnce: number;
  /** How many seconds one may take. */
  seconds: number;
  /** How often its work may fail. */
  attempts: number;
}
