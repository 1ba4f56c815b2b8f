import { expect, test } from "vitest";
import { addressKey } from "./client-address";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::ffff:203.100.113.250", "203.100.113.250"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:0001:0002:ffff::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["2001:db8::", "2001:db8:0:0::/64"],
  ["2001::3:4:5:6:7", "2001:0:0:3::/64"],
  // Not a mapped IPv4 address: an IPv6 address that only ends like one.
  ["2001::ffff:203.0.113.7", "2001:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  [undefined, "unknown"],
])("%s counts as %s", (address, key) => {
  expect(addressKey(address)).toBe(key);
});
