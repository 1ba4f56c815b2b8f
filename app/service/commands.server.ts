// Exports of the build for the commands in scripts/. The server never imports this module, so it need not load them.
export { isStartupError } from "~/platform/startup-error";
export { backUp } from "./backup/backup.server";
export { restore } from "./backup/restore.server";
export { bookDaysAnew } from "./book-days.server";
export { examine } from "./doctor/doctor.server";
export { moveFiles } from "./files/move-files.server";
export { inviteOperator } from "./invite-operator.server";
export { liftSecondFactor } from "./lift-second-factor.server";
export { moveDatabase } from "./move/move-database.server";
export { removeDemo } from "./remove-demo.server";
