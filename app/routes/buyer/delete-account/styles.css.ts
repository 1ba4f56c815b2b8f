import { screens } from "~/styles/layered";

export const sheet = screens.style({ maxWidth: "36rem" });
