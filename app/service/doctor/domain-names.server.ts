import { promises as dns } from "node:dns";
import { isIP } from "node:net";
import type { Config } from "~/platform/config.server";
import { isLocal } from "~/platform/config-production.server";
import { hostOf, isPublicAddress } from "~/platform/outbound/public-address.server";
import type { Report } from "./report";

/* Checks what public name servers say about the shop: the domain that mails come from, and the name of PUBLIC_URL. */

type Resolver = Pick<dns.Resolver, "resolveMx" | "resolveTxt" | "resolve4" | "resolve6">;

const askNameServers = () => new dns.Resolver({ timeout: 3000, tries: 2 });
/** Names that nobody can own (RFC 2606, 6761). */
const OF_NOBODY = /(^|\.)(example(\.(com|net|org))?|test|invalid|localhost|local)$/;

/** The records of a name. Empty if it has none, null if no name server could be asked. */
async function recordsOf<T>(lookup: Promise<T[]>): Promise<T[] | null> {
  try {
    return await lookup;
  } catch (error) {
    const { code } = error as { code?: string };
    return code === "ENOTFOUND" || code === "ENODATA" ? [] : null;
  }
}

/** Checks whether mail servers accept mails from MAIL_FROM: its domain takes mail and names who may send for it. */
export async function senderDomain(
  { mailFrom, smtpUrl }: Pick<Config, "mailFrom" | "smtpUrl">,
  resolver: Resolver = askNameServers(),
): Promise<Report> {
  if (!smtpUrl) return { wrong: [] };
  const domain = (mailFrom.split("@")[1] ?? "").replace(/>$/, "").toLowerCase();
  if (OF_NOBODY.test(domain))
    return {
      wrong: [
        `Mails come from ${domain}, a domain that nobody has: set MAIL_FROM (or MARKET_EMAIL) to an address of yours.`,
      ],
    };
  // The policy of a domain also applies to the names below it.
  const parent = domain.split(".").slice(-2).join(".");
  const [mailServers, texts, ownPolicies, parentPolicies] = await Promise.all([
    recordsOf(resolver.resolveMx(domain)),
    recordsOf(resolver.resolveTxt(domain)),
    recordsOf(resolver.resolveTxt(`_dmarc.${domain}`)),
    recordsOf(resolver.resolveTxt(`_dmarc.${parent}`)),
  ]);
  if (!mailServers || !texts || !ownPolicies || !parentPolicies)
    return { wrong: [], notes: [`No name server could be asked about ${domain}, the domain that mails come from.`] };
  const takesMail =
    mailServers.length > 0
      ? mailServers.some(({ exchange }) => exchange !== "" && exchange !== ".")
      : ((await recordsOf(resolver.resolve4(domain))) ?? [""]).length > 0;
  const begins = (records: string[][], words: string) =>
    records.some((pieces) => pieces.join("").toLowerCase().startsWith(words));
  return {
    wrong: [
      ...(takesMail
        ? []
        : [
            `${domain}, the domain that mails come from, takes no mail (no MX record): answers are lost, and other mail servers refuse ours. Set MAIL_FROM to an address that can be answered, or add the record.`,
          ]),
      ...(begins(texts, "v=spf1")
        ? []
        : [
            `${domain}, the domain that mails come from, does not say who may send for it (no SPF record): mails go to spam or are refused. Add the TXT record that the host of SMTP_URL names.`,
          ]),
    ],
    notes: begins([...ownPolicies, ...parentPolicies], "v=dmarc1")
      ? []
      : [
          `${domain} has no DMARC record (TXT of _dmarc.${domain}): large mailboxes ask for one, "v=DMARC1; p=none" to begin with.`,
        ],
  };
}

/** Notes that the name of PUBLIC_URL has no address that can be reached from outside this network. */
export async function publicName(
  { publicUrl, production }: Pick<Config, "publicUrl" | "production">,
  resolver: Resolver = askNameServers(),
): Promise<string[]> {
  if (!production || isLocal(publicUrl)) return [];
  const { hostname } = new URL(publicUrl);
  if (isIP(hostOf(new URL(publicUrl))) !== 0) return [];
  const answers = await Promise.all([recordsOf(resolver.resolve4(hostname)), recordsOf(resolver.resolve6(hostname))]);
  if (answers.includes(null)) return [];
  const addresses = answers.flatMap((records) => records ?? []);
  if (addresses.some((address) => isPublicAddress(address))) return [];
  return [
    addresses.length === 0
      ? `No name server knows ${hostname}, the name of PUBLIC_URL: it was found by this machine alone, and nobody else finds it.`
      : `${hostname}, the name of PUBLIC_URL, leads to ${addresses.join(", ")}: nobody outside of this network reaches that.`,
  ];
}
