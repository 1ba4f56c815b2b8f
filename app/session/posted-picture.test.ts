import { expect, test } from "vitest";
import { MOST_IMAGE_BYTES } from "~/features/media/schema";
import { rounds } from "../../tests/fixtures/rounds";
import { pictureIn, withPicture } from "./posted-picture.server";
import type { Session } from "./session.server";

function post(bytes: number, extraParts: [string, string | File][] = []): Request {
  const body = new FormData();
  for (const [name, value] of extraParts) body.append(name, value);
  if (bytes > 0) body.append("intendedFile", new File([new Uint8Array(bytes)], "ada.png"));
  return new Request("http://shop.test/customer/account_settings", { method: "POST", body });
}

const sessionOf = (_id: string) =>
  ({
    user: async () => ({ _id }),
    account: { isOfAnother: async () => false, requireOwnerOf: async () => undefined },
  }) as unknown as Session;
const [ada, grace] = [sessionOf("ada"), sessionOf("grace")];

test("one form with a picture is answered after the other, for the service holds a picture in memory; others do not wait", async () => {
  let [now, largest] = [0, 0];
  let end = () => {};
  const isAnswered = new Promise<void>((resolve) => (end = resolve));
  const answer = async (form: FormData) => {
    if (pictureIn(form).intendedFile) now += 1;
    largest = Math.max(largest, now);
    // The form without a picture does not wait for this one. If it did, both would wait for ever.
    await isAnswered;
    await rounds();
    if (pictureIn(form).intendedFile) now -= 1;
  };
  let first = "";
  const ends = (name: string) => () => void (first ||= name);
  await Promise.all([
    ...[ada, ada, ada, grace].map((session) => withPicture(session, post(1000), answer).then(ends("picture"))),
    withPicture(grace, post(0), async () => undefined)
      .then(ends("none"))
      .then(end),
  ]);
  expect([largest, first]).toEqual([1, "none"]);
});

test("one that fails keeps none of the next from its turn", async () => {
  const failing = withPicture(ada, post(10), () => Promise.reject(new Error("down")));
  const next = withPicture(ada, post(10), async () => "done");
  await expect(failing).rejects.toThrow("down");
  expect(await next).toBe("done");
});

test("of too large a picture one byte more is kept than it may have; of files that the form does not ask for, none", async () => {
  const answer = async (form: FormData) => [
    pictureIn(form).intendedFile?.size,
    form.get("other"),
    form.get("firstName"),
  ];
  const otherParts: [string, string | File][] = [
    ["other", new File([new Uint8Array(50)], "more.png")],
    ["firstName", "Ada"],
  ];
  expect(await withPicture(ada, post(MOST_IMAGE_BYTES + 900, otherParts), answer)).toEqual([
    MOST_IMAGE_BYTES + 1,
    null,
    "Ada",
  ]);
});
