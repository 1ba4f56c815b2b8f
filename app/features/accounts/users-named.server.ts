import type { Services } from "~/platform/services.server";

/** Up to `limit` people whose email begins with `q`, or whose id is `q`, ordered by email. */
export async function usersNamed({ db, dialect }: Pick<Services, "db" | "dialect">, q: string, limit: number) {
  const rows = await db
    .selectFrom("users")
    .select(["_id", "email", "firstName", "lastName", "privilege"])
    .where((eb) =>
      /^[0-9a-f]{24}$/.test(q) ? eb("_id", "=", q) : dialect.startsWith(eb.ref("email"), q.toLowerCase()),
    )
    .where("email", "is not", null)
    .orderBy("email")
    .limit(limit)
    .execute();
  return rows.map(({ _id, email, firstName, lastName, privilege }) => ({
    _id,
    email: email ?? "",
    name: `${firstName} ${lastName}`.trim(),
    privilege,
  }));
}
