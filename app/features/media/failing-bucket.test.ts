import { expect, test } from "vitest";
import { longTest } from "../../../tests/fixtures/long-test";
import { base64, PATH, photo, resumableUploads, withBuckets } from "../../../tests/fixtures/resumable-uploads";
import { onBothDatabases } from "../../../tests/fixtures/world";

const buckets = withBuckets();

onBothDatabases(
  "a bucket that fails",
  (world) => {
    const { tus, beginUpload, piece, finish, aMerchant } = resumableUploads(world);

    for (const trouble of ["away", 301, 400, 403, 500, 503, "no bucket"] as const) {
      const testOf = trouble === "away" ? test : longTest;
      testOf(`with ${trouble} is no fault of the sender, who is asked to come again, by each way to send`, async () => {
        const { token } = await aMerchant();
        const bytes = new Uint8Array(await photo());
        const path = await beginUpload(token, "image", bytes.length);
        await piece(token, path, 0, bytes);
        const form = new FormData();
        form.set("intendedFileName", "image");
        form.set("intendedFile[]", new Blob([bytes]), "photo.png");
        if (trouble === "no bucket") buckets.current.kept.bucket = "another";
        else buckets.current.trouble = trouble;
        const answers = [
          await world.api.request("/api/v1/file", { method: "POST", headers: { Authorization: token }, body: form }),
          await tus(token, "POST", PATH, {
            "Upload-Length": "70000",
            "Upload-Metadata": `intendedFileName ${base64("image")},filename ${base64("file")}`,
          }),
          await piece(token, path, 0, bytes),
          await tus(token, "POST", `${path}/finish`, {}),
        ];
        [buckets.current.trouble, buckets.current.kept.bucket] = [null, buckets.current.config.bucket];
        expect(answers.map(({ status, headers }) => [status, headers.get("Retry-After")])).toEqual(
          answers.map(() => [503, "5"]),
        );
        for (const answer of answers) expect((await answer.json()).error[0].code).toBe("unavailable");
        expect((await finish(token, path)).status).toBe(201);
      });
    }

    longTest("loses no file that is sent meanwhile: whoever sends it is asked to come again", async () => {
      const { token } = await aMerchant();
      const bytes = await photo();
      const path = await beginUpload(token, "image", bytes.length);
      await piece(token, path, 0, new Uint8Array(bytes));
      for (const trouble of ["away", 503] as const) {
        buckets.current.trouble = trouble;
        const refusal = await finish(token, path);
        expect([refusal.status, refusal.headers.get("Retry-After")]).toEqual([503, "5"]);
        expect((await tus(token, "HEAD", path, {})).status).toBe(503);
      }
      buckets.current.trouble = null;
      expect((await finish(token, path)).status).toBe(201);
    });
  },
  { bucket: buckets.bucket },
);
