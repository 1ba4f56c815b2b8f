// Loaded before a program, whose clock is then this many seconds ahead of the machine's, so that tests need not wait.
// Each SIGPWR moves its clock by the next of CLOCK_LEAPS, as when the clock is set or the machine sleeps.
let ahead = Number(process.env.SECONDS_AHEAD ?? 0) * 1000;

const leaps = (process.env.CLOCK_LEAPS ?? "").split(",").filter(Boolean);
if (leaps.length > 0) process.on("SIGPWR", () => (ahead += Number(leaps.shift() ?? 0) * 1000));

globalThis.Date = new Proxy(Date, {
  construct: (real, args, newTarget) =>
    Reflect.construct(real, args.length === 0 ? [real.now() + ahead] : args, newTarget),
  get: (real, name) => (name === "now" ? () => real.now() + ahead : Reflect.get(real, name)),
});
