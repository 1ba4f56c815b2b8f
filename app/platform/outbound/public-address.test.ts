import { expect, test } from "vitest";
import { isLoopback, isPublicAddress, normalizedUrl, problemOfUrl } from "./public-address.server";

const CLOSED = [
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "100.64.0.1",
  "100.100.100.200",
  "127.0.0.1",
  "127.255.255.254",
  "168.63.129.16",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.8",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::7f00:1",
  "::ffff:127.0.0.1",
  "::ffff:8.8.8.8",
  "::ffff:7f00:1",
  "64:ff9b::7f00:1",
  "64:ff9b:1::1",
  "100::1",
  "2001:0:1::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "3fff::1",
  "5f00::1",
  "fc00::1",
  "fd00:ec2::254",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "ff02::1",
  "0x7f.1",
  "2130706433",
  "localhost",
  "",
];

test.each(CLOSED)("nothing is ever sent to %s", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(["1.1.1.1", "9.255.255.255", "11.0.0.1", "172.32.0.1", "203.0.114.1", "2606:4700::1111", "2a00:1450::1"])(
  "%s is an address of the internet",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test("only the machine's own addresses are loopback", () => {
  expect(["127.0.0.1", "127.9.9.9", "::1"].map(isLoopback)).toEqual([true, true, true]);
  expect(["10.0.0.1", "1.1.1.1", "fe80::1", "localhost", ""].map(isLoopback)).toEqual(Array(5).fill(false));
});

const REFUSED: [string, RegExp][] = [
  ["stall.example.com", /no address/],
  ["http://stall.example.com/", /begin with https/],
  ["ftp://stall.example.com/", /begin with https/],
  ["file:///etc/passwd", /begin with https/],
  ["https://name:word@stall.example.com/", /name or a password/],
  ["https://name@stall.example.com/", /name or a password/],
  ["https://stall.example.com/#part", /#/],
  ["https://stall.example.com:22/", /port/],
  ["https://stall.example.com:6379/", /port/],
  ["https://localhost/", /public internet/],
  ["https://shop.localhost/", /public internet/],
  ["https://postgres/", /public internet/],
  ["https://127.0.0.1/", /public internet/],
  ["https://0x7f.1/", /public internet/],
  ["https://2130706433/", /public internet/],
  ["https://0177.0.0.1/", /public internet/],
  ["https://[::1]/", /public internet/],
  ["https://[::ffff:169.254.169.254]/", /public internet/],
  ["https://169.254.169.254/latest/meta-data", /public internet/],
  // The same addresses in spellings that a parser, a resolver or a database could each read differently.
  ["https://localhost./", /public internet/],
  ["https://LOCALHOST.../", /public internet/],
  ["https://shop.localhost./", /public internet/],
  ["https://postgres./", /public internet/],
  ["https://127.0.0.1./", /public internet/],
  ["https://127.1/", /public internet/],
  ["https://0x7f000001/", /public internet/],
  ["https://017700000001/", /public internet/],
  ["https://0xA9FEA9FE/", /public internet/],
  ["https://[::FFFF:7F00:1]/", /public internet/],
  ["https://[0:0:0:0:0:ffff:10.0.0.1]/", /public internet/],
  ["https://[64:ff9b::10.0.0.1]/", /public internet/],
  ["https://\uff11\uff12\uff17.0.0.1/", /public internet/],
  ["https://\u24db\u24de\u24d2al\u24d7ost/", /public internet/],
  ["https://127\u30020\u30020\u30021/", /public internet/],
  ["https://local\u00adhost/", /public internet/],
  ["https:\\\\127.0.0.1\\", /public internet/],
  [" https://127.0.0.1/ ", /public internet/],
  ["https://stall.example.com@127.0.0.1/", /name or a password/],
  ["https://@127.0.0.1/", /public internet/],
  ["https://./", /no address/],
  ["https://.../", /no address/],
  ["https://stall.example.com:00022/", /port/],
];

test.each(REFUSED)("%s is refused before anything is sent", (address, why) => {
  expect(problemOfUrl(address, { allowLocal: false })).toMatch(why);
});

test("with development's setting the machine itself may be sent to, and nothing else more", () => {
  const allowLocal = { allowLocal: true };
  for (const address of ["http://127.0.0.1:4000/a", "http://localhost:81/", "https://[::1]:9000/"])
    expect([address, problemOfUrl(address, allowLocal)]).toEqual([address, null]);
  for (const address of ["http://stall.example.com/", "https://10.0.0.1/", "http://10.0.0.1/", "ftp://localhost/"])
    expect([address, problemOfUrl(address, allowLocal) !== null]).toEqual([address, true]);
  expect(problemOfUrl("https://stall.example.com:8443/a?b=c", { allowLocal: false })).toBe(null);
});

test.each([
  ["https://STALL.Example.com:443/Hook?A=b", "https://stall.example.com/Hook?A=b"],
  ["https://stall.example.com./hook", "https://stall.example.com/hook"],
  ["https://b\u00fccher.example/", "https://xn--bcher-kva.example/"],
  ["https://XN--BCHER-KVA.example/", "https://xn--bcher-kva.example/"],
  ["https://stall.example.com/a/../b", "https://stall.example.com/b"],
])("%s is stored and sent to as %s", (address, normal) => {
  expect(normalizedUrl(address)?.href).toBe(normal);
  expect(problemOfUrl(address, { allowLocal: false })).toBe(null);
});
