import type { Driver, Untried } from "../driver";
import { accounts } from "./accounts";
import { buying } from "./buying";
import { operating } from "./operating";
import { selling } from "./selling";
import { storefront } from "./storefront";

export const DRIVERS: readonly (Driver | Untried)[] = [...storefront, ...accounts, ...buying, ...selling, ...operating];
