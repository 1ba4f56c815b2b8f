import { expect, test } from "vitest";
import { trackingPage } from "./tracking-schema";

test.each([
  ["USPS", "9400 1000 0000", "https://tools.usps.com/go/TrackConfirmAction?tLabels=940010000000"],
  ["ups ground", "1Z&x", "https://www.ups.com/track?tracknum=1Z%26x"],
  ["FedEx", "77", "https://www.fedex.com/fedextrack/?trknbr=77"],
  ["DHL Express", "JD01", "https://www.dhl.com/global-en/home/tracking.html?tracking-id=JD01"],
])("a parcel of %s is followed on the carrier's page", (carrier, trackingNumber, page) => {
  expect(trackingPage({ carrier, trackingNumber })).toBe(page);
});

test("a carrier that nobody knows, and a parcel without a number, have no page", () => {
  expect(trackingPage({ carrier: "Green Valley Parcels", trackingNumber: "GV1" })).toBeNull();
  expect(trackingPage({ carrier: "Cupshop", trackingNumber: "1" })).toBeNull();
  expect(trackingPage({ carrier: "UPS", trackingNumber: " " })).toBeNull();
});
