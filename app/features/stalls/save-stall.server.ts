import { LISTS, stallTag } from "~/features/cache-tags";
import { lockStallPage, setStallPage } from "~/features/accounts/stall-page.server";
import { storeImage } from "~/features/media/store-image.server";
import { attach, detach } from "~/features/media/stored-files.server";
import { announceOffSale } from "~/features/products/off-sale.server";
import { inTransaction } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { holidayOver, unknownStall } from "./errors.server";
import { closedUntil, today } from "./holiday";
import { ownStall } from "./public-stall.server";
import type { Stall, StallForm } from "./schema";

/**
 * Saves what a merchant's stall shows, with a new banner if there is one, and its holiday. Checkouts under way of a stall
 * that closes by it are ended at once. Refuses `holiday_over`, and a banner that is no picture.
 */
export async function saveStall(
  services: Services,
  merchantId: string,
  sent: StallForm,
  picture: Uint8Array | null,
): Promise<Stall> {
  const day = today(services);
  if (sent.holidayUntil && sent.holidayUntil < day) throw holidayOver();
  const stored = picture && (await storeImage(services, picture, { ownerId: merchantId, field: "intendedFile" }));
  await inTransaction(services.db, async (trx) => {
    const before = await lockStallPage(trx, services.dialect, merchantId);
    if (!before) throw unknownStall();
    const bannerId = stored?._id ?? (sent.removeBanner ? null : before.bannerId);
    const after = {
      story: sent.words,
      place: sent.place,
      opening: sent.opening,
      bannerId,
      holidayFrom: sent.holidayFrom || null,
      holidayUntil: sent.holidayUntil || null,
    };
    await setStallPage(trx, merchantId, after);
    if (stored) await attach(trx, [stored._id]);
    if (before.bannerId && before.bannerId !== bannerId) await detach(trx, [before.bannerId]);
    await services.dialect.announceChange(trx, [LISTS, stallTag(merchantId)]);
    if (closedUntil(after, day) !== null) await announceOffSale(trx, services);
  });
  return ownStall(services, merchantId);
}
