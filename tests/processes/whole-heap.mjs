import v8 from "node:v8";

/*
 * A process ends when its heap is full, and not before: V8 also ends one whose collections take much of the time, which
 * on a busy machine is said of the machine.
 */
v8.setFlagsFromString("--no-detect-ineffective-gcs-near-heap-limit");
