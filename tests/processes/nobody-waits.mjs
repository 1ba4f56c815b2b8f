// Loaded before a program: at SIGUSR2 something fails in it that nobody waited for.
process.on("SIGUSR2", () => void Promise.reject(new Error("Nobody waited for this.")));
