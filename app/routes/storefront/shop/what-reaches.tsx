import { MapPin } from "~/ui/icon/icons";
import { Disclosure } from "~/ui/disclosure/disclosure";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { placeInWords, type Place } from "../reach/place";
import { ReachForm } from "../reach/reach-form";
import { shopAddress, type ChosenFilter, type Wanted } from "../shop-address";
import * as styles from "./styles.css";

/** Asks where and when a person wants goods. Once that is known, it shows the place and the day. */
export function WhatReaches({ place, wanted }: { place: Place; wanted: Wanted }) {
  const { reach: _reach, ...narrowed } = wanted;
  const path = shopAddress({ ...narrowed, page: 1, from: 1 });
  if (!place.postcode)
    return (
      <div className={styles.reach}>
        <ReachForm place={place} returnTo={path} isShort />
      </div>
    );
  return (
    <div className={styles.reach}>
      <Disclosure
        title={
          <>
            <Icon of={MapPin} /> Reaches {placeInWords(place)}
          </>
        }
      >
        <ReachForm place={place} returnTo={path} />
      </Disclosure>
      {wanted.reach ? (
        <p>
          This is everything. <Link to={path}>Show only what reaches {placeInWords(place)}</Link>
        </p>
      ) : null}
    </div>
  );
}

/** The place to which a list is narrowed, as one of its filters. */
export const chosenPlace = (query: Wanted, place: Place): ChosenFilter[] =>
  place.postcode && !query.reach
    ? [
        {
          label: `Reaches ${placeInWords(place)}`,
          without: shopAddress({ ...query, page: 1, from: 1, reach: "all" }),
        },
      ]
    : [];
