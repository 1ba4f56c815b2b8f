/** The carriers' pages that track a parcel; its number comes last. Source: the carriers' own sites, November 2026. */
const CARRIERS: [name: RegExp, page: string][] = [
  [/\busps\b|united states postal/, "https://tools.usps.com/go/TrackConfirmAction?tLabels="],
  [/\bups\b|united parcel/, "https://www.ups.com/track?tracknum="],
  [/\bfed ?ex\b/, "https://www.fedex.com/fedextrack/?trknbr="],
  [/\bdhl\b/, "https://www.dhl.com/global-en/home/tracking.html?tracking-id="],
  [/\bcanada post\b|postes canada/, "https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor="],
  [/\broyal mail\b/, "https://www.royalmail.com/track-your-item#/tracking-results/"],
  [/\baustralia post\b|\bauspost\b/, "https://auspost.com.au/mypost/track/details/"],
  [/\bla poste\b|\bcolissimo\b/, "https://www.laposte.fr/outils/suivre-vos-envois?code="],
];

/**
 * The page that tracks a parcel, by the carrier's name as merchants write it. Null for an unknown carrier or no number.
 */
export function trackingPage({ carrier, trackingNumber }: { carrier: string; trackingNumber: string }): string | null {
  const number = trackingNumber.replace(/\s/g, "");
  const page = CARRIERS.find(([name]) => name.test(carrier.toLowerCase()))?.[1];
  return page && number ? page + encodeURIComponent(number) : null;
}
