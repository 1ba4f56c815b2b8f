import { expect, test } from "vitest";
import { publicName, senderDomain } from "./domain-names.server";

/** Name servers that know these records. Any other record does not exist. */
function nameServers(records: {
  mx?: Record<string, string[]>;
  txt?: Record<string, string[]>;
  addresses?: Record<string, string[]>;
  away?: boolean;
}) {
  const lookup = <T>(answers: T[] | undefined) =>
    records.away
      ? Promise.reject(Object.assign(new Error(), { code: "ETIMEOUT" }))
      : answers
        ? Promise.resolve(answers)
        : Promise.reject(Object.assign(new Error(), { code: "ENOTFOUND" }));
  const family = (name: string, colon: boolean) => {
    const addresses = records.addresses?.[name]?.filter((address) => address.includes(":") === colon);
    return addresses?.length ? addresses : undefined;
  };
  return {
    resolveMx: (name: string) => lookup(records.mx?.[name]?.map((exchange) => ({ exchange, priority: 10 }))),
    // Name servers split long records into pieces.
    resolveTxt: (name: string) => lookup(records.txt?.[name]?.map((text) => [text.slice(0, 3), text.slice(3)])),
    resolve4: ((name: string) => lookup(family(name, false))) as never,
    resolve6: ((name: string) => lookup(family(name, true))) as never,
  };
}

const MAIL = { mailFrom: "Riverside <hello@post.riverside.org>", smtpUrl: "smtps://mail.riverside.org" };
const DOMAIN = "post.riverside.org";
const WELL = {
  mx: { [DOMAIN]: ["mx.riverside.org"] },
  txt: { [DOMAIN]: ["google-site=1", "v=spf1 mx -all"], [`_dmarc.${DOMAIN}`]: ["v=DMARC1; p=none"] },
};

test("a sender's domain that takes answers and names who may send for it is well", async () => {
  expect(await senderDomain(MAIL, nameServers(WELL))).toEqual({ wrong: [], notes: [] });
  // The policy of the domain above applies to it.
  const above = { ...WELL, txt: { [DOMAIN]: ["v=spf1 mx -all"], "_dmarc.riverside.org": ["v=DMARC1; p=none"] } };
  expect(await senderDomain(MAIL, nameServers(above))).toEqual({ wrong: [], notes: [] });
  // Without an MX record, the address of the name itself takes mail.
  const address = { ...WELL, mx: {}, addresses: { [DOMAIN]: ["203.0.113.7"] } };
  expect((await senderDomain(MAIL, nameServers(address))).wrong).toEqual([]);
});

test("one that takes no mail, or does not say who may send for it, is a sentence with what to do", async () => {
  const { wrong, notes } = await senderDomain(MAIL, nameServers({}));
  expect(wrong).toEqual([
    expect.stringMatching(/^post\.riverside\.org, .* takes no mail \(no MX record\): .*MAIL_FROM/),
    expect.stringContaining("(no SPF record)"),
  ]);
  expect(notes).toEqual([expect.stringContaining("_dmarc.post.riverside.org")]);
  // An MX record "." means explicitly that no mail is taken.
  const nullRecord = await senderDomain(MAIL, nameServers({ ...WELL, mx: { [DOMAIN]: [""] } }));
  expect(nullRecord.wrong).toEqual([expect.stringContaining("no MX record")]);
});

test("an example's domain is wrong without a look, no name server is a note, and without a mail server there is nothing", async () => {
  const example = { ...MAIL, mailFrom: "hello@fieldstall.example" };
  expect((await senderDomain(example, nameServers(WELL))).wrong.join()).toContain("a domain that nobody has");
  expect(await senderDomain(MAIL, nameServers({ away: true }))).toEqual({
    wrong: [],
    notes: [expect.stringContaining("No name server could be asked")],
  });
  expect(await senderDomain({ ...MAIL, smtpUrl: null }, nameServers({}))).toEqual({ wrong: [] });
});

test("the name of PUBLIC_URL leads to an address that people outside reach, or the doctor says where it leads", async () => {
  const look = (addresses: string[] | undefined, publicUrl = "https://shop.riverside.org") =>
    publicName(
      { publicUrl, production: true },
      nameServers({ addresses: addresses ? { "shop.riverside.org": addresses } : {} }),
    );
  expect(await look(["93.184.216.34"])).toEqual([]);
  expect(await look(["10.0.0.5", "2606:2800:220:1:248:1893:25c8:1946"])).toEqual([]);
  expect(await look(["10.0.0.5"])).toEqual([expect.stringContaining("leads to 10.0.0.5: nobody outside")]);
  expect(await look(undefined)).toEqual([expect.stringContaining("No name server knows shop.riverside.org")]);
  expect(await look(undefined, "http://localhost:3000")).toEqual([]);
  expect(await look(undefined, "https://93.184.216.34")).toEqual([]);
});
