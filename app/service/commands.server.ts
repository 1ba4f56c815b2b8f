// What the commands in scripts/ take from the build. The server never asks for it, so that it need not load it.
export { isStartupError } from "~/platform/startup-error";
export { backUp } from "./backup/backup.server";
export { restore } from "./backup/restore.server";
export { examine } from "./doctor/doctor.server";
export { moveFiles } from "./files/move-files.server";
export { inviteOperator } from "./invite-operator.server";
export { liftSecondFactor } from "./lift-second-factor.server";
export { removeDemo } from "./remove-demo.server";
