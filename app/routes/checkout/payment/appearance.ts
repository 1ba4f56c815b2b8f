import type { Appearance } from "@stripe/stripe-js";
import { useEffect, useState } from "react";
import { darkScheme } from "~/styles/breakpoints";
import { vars } from "~/styles/tokens.css";

/** A colour as the browser has it just now: `var(--leaf)` becomes one that a frame of another site understands. */
function colour(token: string): string {
  const name = /^var\((--[\w-]+)\)$/.exec(token)?.[1] ?? "";
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function appearance(isDark: boolean): Appearance {
  const ring = `0 0 0 2px ${colour(vars.surface)}, 0 0 0 4px ${colour(vars.leaf)}`;
  return {
    theme: isDark ? "night" : "stripe",
    variables: {
      fontFamily: getComputedStyle(document.body).fontFamily,
      fontSizeBase: "16px",
      fontLineHeight: "1.5",
      spacingUnit: "4px",
      borderRadius: vars.rControl,
      gridRowSpacing: "16px",
      gridColumnSpacing: "16px",
      colorPrimary: colour(vars.leaf),
      colorBackground: colour(vars.surface),
      colorText: colour(vars.ink),
      colorTextSecondary: colour(vars.softInk),
      colorTextPlaceholder: colour(vars.softInk),
      colorDanger: colour(vars.tomato),
      iconColor: colour(vars.softInk),
    },
    rules: {
      ".Label": { fontSize: "16px", fontWeight: "600", color: colour(vars.ink), marginBottom: "4px" },
      ".Input": { padding: "10px 12px", border: `1px solid ${colour(vars.edge)}`, boxShadow: "none" },
      ".Input:focus": { borderColor: colour(vars.leaf), boxShadow: ring, outline: "none" },
      ".Input--invalid": { borderColor: colour(vars.tomato), boxShadow: "none" },
      ".Error": { fontSize: "14px", color: colour(vars.tomato) },
    },
  };
}

/** The shop's colours and measures for the provider's element, light or dark as the site is. */
export function useAppearance(): Appearance {
  const [look, setLook] = useState(() => appearance(window.matchMedia(darkScheme).matches));
  useEffect(() => {
    const scheme = window.matchMedia(darkScheme);
    const follow = () => setLook(appearance(scheme.matches));
    scheme.addEventListener("change", follow);
    return () => scheme.removeEventListener("change", follow);
  }, []);
  return look;
}
