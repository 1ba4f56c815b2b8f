import { LRUCache } from "lru-cache";
import { LISTS } from "~/features/cache-tags";
import type { Services } from "~/platform/services.server";

/** The requester of a file. Null: not signed in. */
export type Viewer = { _id: string; privilege: string } | null;

/** open: for everybody, and any cache may keep it. own: for this viewer, in this session. */
export type Access = "open" | "own";

const MOST_KNOWN = 20_000;
/** Times at which files were public. Pictures of public pages are requested far more often than they change. */
const knownOpen = new WeakMap<Services["db"], LRUCache<string, number>>();

/**
 * Whether this viewer may open a file. Everybody may once it is shown by a product on sale, an order, a category, an
 * account, an open stall or a review that is not hidden. Before that, as in drafts and changes that wait for review,
 * only its sender and operators may. Null means that the file does not exist for this viewer. Runs one statement, and
 * none if the file is known to be open.
 */
export async function accessTo(
  services: Pick<Services, "db" | "dialect">,
  fileId: string,
  viewer: () => Promise<Viewer>,
): Promise<Access | null> {
  if (!/^[0-9a-f]{24}$/.test(fileId)) return null;
  const open = knownOpen.get(services.db) ?? new LRUCache<string, number>({ max: MOST_KNOWN });
  knownOpen.set(services.db, open);
  const changes = services.dialect.changes();
  const since = open.get(fileId);
  if (since !== undefined && changes.noneSince(since, [LISTS])) return "open";
  const moment = changes.moment();
  const file = await fileWithShown(services, fileId).catch((error: unknown) => {
    // Public pages are shown while the database is unavailable, and so are their pictures.
    if (since === undefined) throw error;
    return "unknown" as const;
  });
  if (file === "unknown") return "open";
  if (!file) return null;
  // An account's picture is not remembered: deleting the account changes no list, but must close the picture at once.
  if (file.ownerId === null || file.shown === "by the shop") open.set(fileId, moment);
  else open.delete(fileId);
  if (file.ownerId === null || (file.shown !== null && file.shown !== "in a message")) return "open";
  const currentViewer = await viewer();
  if (currentViewer && file.shown === "in a message")
    return (await maySeeMessage(services.db, fileId, currentViewer)) ? "own" : null;
  return currentViewer && (currentViewer._id === file.ownerId || currentViewer.privilege === "operator") ? "own" : null;
}

/** Whether this viewer may see a picture of a message: one of the two sides, or an operator if it was reported. */
async function maySeeMessage(db: Services["db"], fileId: string, { _id, privilege }: NonNullable<Viewer>) {
  const message = await db
    .selectFrom("messagePictures as i")
    .innerJoin("messages as m", "m._id", "i.messageId")
    .innerJoin("conversations as c", "c._id", "m.conversationId")
    .select(["c.buyerId", "c.merchantId"])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("messageReports as r")
            .select("r._id")
            .whereRef("r.conversationId", "=", "m.conversationId")
            .whereRef("r.upTo", ">=", "m.position"),
        )
        .as("isReported"),
    )
    .where("i.fileId", "=", fileId)
    .executeTakeFirst();
  if (!message) return false;
  if (privilege === "operator") return Boolean(message.isReported);
  return _id === message.buyerId || _id === message.merchantId;
}

function fileWithShown({ db }: Pick<Services, "db">, fileId: string) {
  return db
    .selectFrom("files as f")
    .select((eb) => [
      "f.ownerId",
      eb
        .case()
        .when(
          eb.or([
            eb.exists(
              eb
                .selectFrom("productImages as i")
                .innerJoin("products as p", "p._id", "i.productId")
                .select("i.fileId")
                .where("i.fileId", "=", fileId)
                .where("p.isPublic", "=", 1),
            ),
            eb.exists(eb.selectFrom("products").select("_id").where("videoId", "=", fileId).where("isPublic", "=", 1)),
            eb.exists(eb.selectFrom("orderLines").select("_id").where("imageId", "=", fileId)),
            eb.exists(eb.selectFrom("categories").select("_id").where("imageId", "=", fileId)),
            eb.exists(
              eb.selectFrom("stores").select("userId").where("bannerId", "=", fileId).where("status", "=", "active"),
            ),
            eb.exists(
              eb
                .selectFrom("reviewPictures as i")
                .innerJoin("reviews as r", "r._id", "i.reviewId")
                .select("i.fileId")
                .where("i.fileId", "=", fileId)
                .where("r.hiddenAt", "is", null),
            ),
          ]),
        )
        .then("by the shop")
        .when(eb.exists(eb.selectFrom("users").select("_id").where("imageId", "=", fileId)))
        .then("by an account")
        .when(eb.exists(eb.selectFrom("messagePictures").select("fileId").where("fileId", "=", fileId)))
        .then("in a message")
        .else(null)
        .end()
        .as("shown"),
    ])
    .where("f._id", "=", fileId)
    .executeTakeFirst();
}
