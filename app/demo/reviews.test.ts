import { expect } from "vitest";
import { longTest } from "../../tests/fixtures/long-test";
import { fillGoods } from "../../tests/fixtures/whole-demo";
import { onBothDatabases } from "../../tests/fixtures/world";
import { inTransaction } from "~/platform/database/database.server";
import { fillOrders } from "./past-orders.server";
import { fillReviews } from "./reviews.server";

onBothDatabases("the reviews of the demo", (world) => {
  longTest(
    "are some 400 of its buyers, each of something that has arrived, and every star has a person behind it",
    async () => {
      const { db, config } = world.services;
      const { goods, ...people } = await fillGoods(world);
      const now = world.clock.now();
      await inTransaction(db, async (trx) => {
        const past = await fillOrders(trx, now, config.timeZone, people, goods);
        await fillReviews(trx, now, people, goods, past);
      });
      const reviews = await db
        .selectFrom("reviews as r")
        .innerJoin("orderLines as l", "l._id", "r.lineId")
        .innerJoin("orderParts as p", "p._id", "l.partId")
        .innerJoin("orders as o", "o._id", "l.orderId")
        .selectAll("r")
        .select(["p.statusText", "o.buyerId as boughtBy", "l.productId as boughtProduct", "p.deliveredAt"])
        .execute();
      expect(reviews).toHaveLength(400);
      for (const review of reviews) {
        expect([review.statusText, review.boughtBy, review.boughtProduct]).toEqual([
          "Delivered",
          review.buyerId,
          review.productId,
        ]);
        expect([review.createdAt > (review.deliveredAt ?? ""), review.createdAt < now.toISOString()]).toEqual([
          true,
          true,
        ]);
      }
      const words = reviews.map(({ text }) => text).filter(Boolean);
      expect([words.length > 250, new Set(words).size]).toEqual([true, words.length]);
      const count = (check: (review: (typeof reviews)[number]) => boolean) => reviews.filter(check).length;
      expect([count(({ stars }) => stars < 3) > 10, count(({ isAnswered }) => isAnswered === 1) > 50]).toEqual([
        true,
        true,
      ]);
      expect(count(({ openReports }) => openReports > 0)).toBeGreaterThan(0);

      const pictures = await db
        .selectFrom("reviewPictures as p")
        .innerJoin("reviews as r", "r._id", "p.reviewId")
        .innerJoin("files as f", "f._id", "p.fileId")
        .select(["r.productId", "r.stars", "r.text"])
        .execute();
      expect([pictures.length, new Set(pictures.map(({ productId }) => productId)).size]).toEqual([24, 24]);
      expect(pictures.every(({ stars, text }) => stars >= 4 && text !== "")).toBe(true);

      const products = await db.selectFrom("products").selectAll().execute();
      for (const product of products) {
        const ofProduct = reviews.filter(({ productId }) => productId === product._id);
        const stars = ofProduct.reduce((sum, review) => sum + review.stars, 0);
        const mean = ofProduct.length === 0 ? null : Math.floor(stars / ofProduct.length + 0.5);
        expect([product.reviewCount, product.reviewStars, product.rating]).toEqual([ofProduct.length, stars, mean]);
      }
      const stores = await db
        .selectFrom("stores")
        .select((eb) => eb.fn.sum<number>("reviewCount").as("n"))
        .execute();
      expect(Number(stores[0]?.n)).toBe(400);
    },
  );
});
