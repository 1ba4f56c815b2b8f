import { expect } from "vitest";
import { longOnPostgres } from "../../../tests/fixtures/long-test";
import { ADDRESS, aProduct, aUser } from "../../../tests/fixtures/shop";
import { onBothDatabases } from "../../../tests/fixtures/world";

onBothDatabases(
  "among holds that are not paid for",
  (world) => {
    longOnPostgres(
      world,
      "one browser begins 30 holds a day, and one address 120 an hour, whatever accounts they have",
      async () => {
        const product = await aProduct(world, { quantity: 1000 });
        const begin = async (browser: string, address: string) => {
          const { token } = await aUser(world);
          return world.call("POST", "/product/payment/initialize", {
            token,
            address,
            headers: { "X-Browser": browser },
            body: { carts: [{ product: product._id, quantity: 1 }], billing: ADDRESS },
          });
        };
        const words = Array.from({ length: 6 }, (_, n) => String(n).repeat(64));
        for (let n = 0; n < 30; n += 1) expect((await begin(words[0]!, "198.51.100.1")).status).toBe(200);
        expect((await begin(words[0]!, "198.51.100.2")).status).toBe(429);
        for (let n = 0; n < 90; n += 1)
          expect((await begin(words[1 + Math.floor(n / 30)]!, "198.51.100.1")).status).toBe(200);
        expect((await begin(words[5]!, "198.51.100.1")).status).toBe(429);
        expect((await begin(words[5]!, "198.51.100.2")).status).toBe(200);
      },
    );
  },
  { limits: true },
);
