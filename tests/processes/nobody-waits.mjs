// Loaded before a program: at SIGUSR2 it causes an unhandled rejection.
process.on("SIGUSR2", () => void Promise.reject(new Error("Nobody waited for this.")));
