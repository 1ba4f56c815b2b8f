import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";
import { wall } from "~/ui/picture/picture.css";

// In a stronger layer than the picture that it changes, whichever sheet comes first.
export const thumb = screens.style({ width: "56px", flex: "none", borderRadius: vars.rControl, background: wall });
const wide = (width: string) => screens.style({ selectors: { [`${thumb}&`]: { width } } });
export const sizes = {
  28: screens.style({ selectors: { [`${thumb}&`]: { width: "28px", borderRadius: vars.rPill } } }),
  44: wide("44px"),
  48: wide("48px"),
  72: wide("72px"),
  104: wide("104px"),
};
