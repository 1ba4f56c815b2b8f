import { screens } from "~/styles/layered";

export const lines = screens.style({ whiteSpace: "pre-line", fontStyle: "normal", overflowWrap: "anywhere" });
