/** The pages on which carriers follow a parcel, the number last. Source: the carriers' own sites, November 2026. */
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

/** The page that follows a parcel of a carrier, as merchants write its name; null for a carrier that is not known. */
export function trackingPage({ carrier, trackingNumber }: { carrier: string; trackingNumber: string }): string | null {
  const number = trackingNumber.replace(/\s/g, "");
  const page = CARRIERS.find(([name]) => name.test(carrier.toLowerCase()))?.[1];
  return page && number ? page + encodeURIComponent(number) : null;
}
