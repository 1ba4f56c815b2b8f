/** Locks that the operating system or the database server frees when their process ends, even a killed one. */
export interface ProcessLocks {
  /** Holds the lock of this name until `release` or the end of the process. A process holds one. */
  hold(name: string): Promise<void>;
  release(): Promise<void>;
  /** The names whose lock nobody holds. */
  unheld(names: string[]): Promise<string[]>;
  /** Removes whatever is left of the locks of dead processes. */
  forget(names: string[]): Promise<void>;
}
