import { z } from "~/features/zod";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Db } from "~/platform/database/database.server";
import { mailOf } from "~/platform/mail/letter.server";
import { sendMail } from "~/platform/mail/send-mail.server";
import { seal, unseal } from "~/platform/seal.server";
import type { Services } from "~/platform/services.server";
import { chooseMail, mailChoicesOf } from "./choices.server";
import { unknownNoticeLink } from "./errors.server";
import { noticeKind, watchByMail, type Watch } from "./schema";
import { endWatch, endWatchesOfAddress, titleToWatch, watchByAddress, watchesOf, type Watcher } from "./watch.server";
import type { NoticeKind } from "./plain-schema";

/*
 * Links in mails, sealed with the market's secret. One confirms that an address wants to hear about something. The
 * other ends a kind of mail, and gives no access to an account.
 */

const STOP_PLACE = "notice link";
const CONFIRM_PLACE = "watch link";
const CONFIRM_DAYS = 7;

const id = z.string().regex(/^[0-9a-f]{24}$/);
const stopped = z.tuple([z.string().max(254), noticeKind]);
const watchRequest = watchByMail.extend({ at: z.string() });

/** The token of the link that ends a kind of mail to somebody. */
function wordToStop({ config }: Pick<Services, "config">, watcher: Watcher, kind: NoticeKind): string {
  const reader = "userId" in watcher ? watcher.userId : watcher.email;
  return seal(config, JSON.stringify([reader, kind]), STOP_PLACE);
}

/** The link that ends a kind of mail to somebody with one press. Each such mail contains it. */
export const stopAddress = (services: Pick<Services, "config">, watcher: Watcher, kind: NoticeKind): string =>
  `${services.config.publicUrl}/notices/${wordToStop(services, watcher, kind)}`;

/** Opens a sealed token. Refuses `unknown_notice_link`. */
function openSealed<T>({ config }: Pick<Services, "config">, word: string, place: string, schema: z.ZodType<T>): T {
  const text = unseal(config, word, place);
  const content = text === null ? undefined : schema.safeParse(JSON.parse(text));
  if (!content?.success) throw unknownNoticeLink();
  return content.data;
}

function stoppedBy(services: Services, word: string): { watcher: Watcher; kind: NoticeKind } {
  const [reader, kind] = openSealed(services, word, STOP_PLACE, stopped);
  return { watcher: id.safeParse(reader).success ? { userId: reader } : { email: reader }, kind };
}

const watchKindOf = (kind: NoticeKind): Watch["kind"] => (kind === "stalls" ? "stall" : "back");

/** Answers the facts that a link's page shows. Refuses `unknown_notice_link`. */
export async function openNoticeLink(services: Services, word: string) {
  const { watcher, kind } = stoppedBy(services, word);
  if ("userId" in watcher) {
    const choices = await mailChoicesOf(services.db, watcher.userId);
    return { kind, isOn: choices[kind], account: await accountOf(services.db, watcher.userId), watches: [] };
  }
  const watches = (await watchesOf(services.db, watcher)).filter((watch) => watch.kind === watchKindOf(kind));
  return { kind, isOn: watches.length > 0, account: null, watches };
}

/** The role of an account with a page of notices; null for a deleted account, and for operators. */
async function accountOf(db: Db, userId: string): Promise<"buyer" | "merchant" | null> {
  const user = await db
    .selectFrom("users")
    .select("privilege")
    .where("_id", "=", userId)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return user === undefined || user.privilege === "operator" ? null : user.privilege;
}

/** Ends a kind of mail, or with `watchId` one watch. Repeating it changes nothing. */
export async function stopNotices(services: Services, word: string, watchId?: string): Promise<void> {
  const { watcher, kind } = stoppedBy(services, word);
  await inTransaction(services.db, async (trx) => {
    if (watchId !== undefined) return endWatch(trx, watcher, watchId);
    if ("email" in watcher) return endWatchesOfAddress(trx, watcher.email, watchKindOf(kind));
    const user = trx.selectFrom("users").select("_id").where("_id", "=", watcher.userId).where("deletedAt", "is", null);
    if (await user.executeTakeFirst()) await chooseMail(trx, services, watcher.userId, kind, false);
  });
}

/**
 * Mails a link that confirms a watch of an address. Stores nothing before the link is pressed. Refuses
 * `nothing_to_watch`, and `too_many_tries` after five mails a day to an address.
 */
export async function askByMail(services: Services, request: z.infer<typeof watchByMail>): Promise<void> {
  const { config, clock, db } = services;
  const title = await titleToWatch(db, request);
  await services.rateLimiter.consume({ name: "watch-email", points: 5, seconds: 86_400 }, request.email);
  const word = seal(config, JSON.stringify({ ...request, at: timestamp(clock) }), CONFIRM_PLACE);
  const watchedName =
    request.kind === "back" ? `when ${title} can be bought again` : `what ${title} puts on sale, once a day at most`;
  await sendMail.enqueue(
    db,
    services,
    mailOf(
      {
        to: request.email,
        subject: request.kind === "back" ? `Tell you when ${title} is back?` : `Follow ${title}?`,
        greeting: "Hello,",
        parts: [
          `please confirm that we may tell you ${watchedName}:`,
          { button: "Yes, tell me", href: `${config.publicUrl}/watch/${word}` },
          "If you did not ask for it, you need do nothing: without the confirmation nothing is kept or sent.",
        ],
      },
      config,
    ),
  );
}

/** The facts that the page of a confirming link shows. Refuses `unknown_notice_link`, also after a week. */
export async function openWatchLink(services: Services, word: string) {
  const request = openSealed(services, word, CONFIRM_PLACE, watchRequest);
  if (request.at < timestamp(services.clock, -CONFIRM_DAYS * 86_400)) throw unknownNoticeLink();
  return { ...request, title: await titleToWatch(services.db, request) };
}

/** Begins the watch of the address in such a link. Refuses as `openWatchLink` does, and `watches_full`. */
export async function confirmWatch(services: Services, word: string): Promise<void> {
  const { email, kind, id: targetId } = await openWatchLink(services, word);
  await watchByAddress(services, email, { kind, id: targetId });
}
