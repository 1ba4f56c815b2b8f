import type * as Prometheus from "prom-client";
import { timestamp } from "~/platform/clock";
import { newId } from "~/platform/ids.server";
import { logOutput } from "~/platform/log.server";
import type { Services } from "~/platform/services.server";

const DAY_SECONDS = 86_400;

/** Figures that are looked up when somebody asks for them: work that waits or failed, payments, orders. */
export function figures(
  { db, clock, dialect, replica }: Services,
  { Gauge }: typeof Prometheus,
  register: Prometheus.Registry,
): void {
  const gauge = (name: string, help: string, labelNames: string[], look: (tell: Tell) => Promise<void> | void) =>
    new Gauge({
      name: `fieldstall_${name}`,
      help,
      labelNames,
      registers: [register],
      async collect() {
        this.reset();
        await look((value, labels = {}) => this.set(labels, value));
      },
    });
  const now = () => clock.now().getTime();
  const jobs = () =>
    db
      .selectFrom("jobs")
      .select(["kind", (eb) => eb.fn.countAll<number>().as("n"), (eb) => eb.fn.min("runAt").as("oldest")])
      .groupBy("kind");
  const waiting = () =>
    jobs()
      .where("finishedAt", "is", null)
      .where("diedAt", "is", null)
      .where("everySeconds", "is", null)
      .where("runAt", "<=", timestamp(clock))
      .execute();

  gauge("jobs_waiting", "Jobs that are due and not done, by kind.", ["kind"], async (tell) => {
    for (const { kind, n } of await waiting()) tell(Number(n), { kind });
  });
  gauge("jobs_oldest_seconds", "How long the oldest due job has been waiting, by kind.", ["kind"], async (tell) => {
    for (const { kind, oldest } of await waiting()) tell((now() - Date.parse(String(oldest))) / 1000, { kind });
  });
  gauge("jobs_dead", "Jobs that failed for good and that nobody has looked after, by kind.", ["kind"], async (tell) => {
    for (const { kind, n } of await jobs().where("diedAt", "is not", null).execute()) tell(Number(n), { kind });
  });
  gauge("jobs_done_day", "Jobs that were done in the last day, by kind; mails among them.", ["kind"], async (tell) => {
    const finishedJobs = jobs().where("finishedAt", ">", timestamp(clock, -DAY_SECONDS));
    for (const { kind, n } of await finishedJobs.execute()) tell(Number(n), { kind });
  });
  gauge("holds", "Orders that hold stock and wait for their payment.", [], async (tell) => {
    const pending = db.selectFrom("orders").select((eb) => eb.fn.countAll<number>().as("n"));
    tell(Number((await pending.where("status", "=", "pending").executeTakeFirstOrThrow()).n));
  });
  gauge("payments_unsettled", "Payments that were begun and are not settled, by kind.", ["kind"], async (tell) => {
    const open = await db
      .selectFrom("paymentAttempts")
      .select(["kind", (eb) => eb.fn.countAll<number>().as("n")])
      .where("settledAt", "is", null)
      .groupBy("kind")
      .execute();
    for (const { kind, n } of open) tell(Number(n), { kind });
  });
  gauge("orders_day", "Orders that were begun in the last day, by what became of them.", ["state"], async (tell) => {
    // Ids begin with their time (see newId), and all orders are indexed by them.
    const since = newId(new Date(now() - DAY_SECONDS * 1000)).slice(0, 11);
    const states = await db
      .selectFrom("orders")
      .select(["status", (eb) => eb.fn.countAll<number>().as("n")])
      .where("_id", ">", since)
      .groupBy("status")
      .execute();
    for (const { status, n } of states) tell(Number(n), { state: status });
  });
  gauge("log_lines_dropped", "Lines of the log that could not be written, since the start.", [], (tell) =>
    tell(logOutput().dropped),
  );
  if (replica) {
    gauge(
      "replica_used",
      "1 while reads of what everybody may see go to the replica, by why they do not.",
      ["trouble"],
      (tell) => tell(replica.trouble === null ? 1 : 0, { trouble: replica.trouble ?? "" }),
    );
    gauge(
      "replica_behind_seconds",
      "For how long the replica may lack something; up to one while nothing changes.",
      [],
      (tell) => tell(replica.behindMs / 1000),
    );
    gauge("reads", "Statements that a replica may answer, since the start, by who did.", ["from"], (tell) => {
      for (const [from, n] of Object.entries(replica.reads)) tell(n, { from });
    });
  }
  if (dialect.pool)
    gauge("pool", "Connections to the database, and who waits for one.", ["state"], (tell) => {
      const { totalCount = 0, idleCount = 0, waitingCount = 0 } = dialect.pool ?? {};
      tell(totalCount - idleCount, { state: "busy" });
      tell(idleCount, { state: "idle" });
      tell(waitingCount, { state: "waiting" });
    });
}

type Tell = (value: number, labels?: Record<string, string>) => void;
