import { LISTS, stallTag, WAYS } from "~/features/cache-tags";
import { lockStallPage, setStallPage } from "./stall-page.server";
import { storeImage } from "~/features/media/store-image.server";
import { attach, detach } from "~/features/media/stored-files.server";
import { countPicture } from "~/features/media/take-files.server";
import { announceOffSale } from "~/features/products/off-sale.server";
import { inTransaction } from "~/platform/database/database.server";
import { requireMatch, type Expected } from "~/platform/http/versions.server";
import type { Services } from "~/platform/services.server";
import { holidayOver, unknownStall } from "./errors.server";
import { closedUntil, today } from "./holiday";
import { ownStall } from "./public-stall.server";
import type { Stall, StallForm } from "./schema";

/**
 * Saves the contents of a merchant's stall page, a new banner if there is one, and the holiday. If this closes the
 * stall, its checkouts are ended at once. Refuses `changed_meanwhile`, `holiday_over`, and a banner that is no picture.
 */
export async function saveStall(
  services: Services,
  merchantId: string,
  payload: StallForm,
  picture: Uint8Array | null,
  expectedVersion: Expected,
): Promise<Stall> {
  const day = today(services);
  if (payload.holidayUntil && payload.holidayUntil < day) throw holidayOver();
  if (picture) await countPicture(services, merchantId, picture.length);
  const storedImage = picture && (await storeImage(services, picture, { ownerId: merchantId, field: "intendedFile" }));
  await inTransaction(services.db, async (trx) => {
    const before = await lockStallPage(trx, services.dialect, merchantId);
    if (!before) throw unknownStall();
    requireMatch(await ownStall({ ...services, db: trx }, merchantId), expectedVersion);
    const bannerId = storedImage?._id ?? (payload.removeBanner ? null : before.bannerId);
    const after = {
      story: payload.words,
      place: payload.place,
      opening: payload.opening,
      bannerId,
      holidayFrom: payload.holidayFrom || null,
      holidayUntil: payload.holidayUntil || null,
    };
    await setStallPage(trx, merchantId, after);
    if (storedImage) await attach(trx, [storedImage._id]);
    if (before.bannerId && before.bannerId !== bannerId) await detach(trx, [before.bannerId]);
    await services.dialect.announceChange(trx, [LISTS, WAYS, stallTag(merchantId)]);
    if (closedUntil(after, day) !== null) await announceOffSale(trx, services);
  });
  return ownStall(services, merchantId);
}
