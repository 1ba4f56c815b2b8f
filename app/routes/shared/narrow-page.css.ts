import { screens } from "~/styles/layered";

export const narrow = screens.style({ maxWidth: "30rem", marginInline: "auto" });
