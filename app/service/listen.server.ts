import type { Server } from "node:http";
import type { Service } from "~/api/in-process.server";
import type { Config } from "~/platform/config.server";
import { announce } from "./announce.server";

/** Listens, and announces the address. Ends the process with a sentence if the port or the address is not available. */
export function listen(server: Server, service: Service): void {
  const { config } = service;
  server.listen(config.port, config.host, () => announce(service, addressOf(server)));
  server.on("error", (error: NodeJS.ErrnoException) => {
    console.error(sentenceFor(error, config));
    process.exit(1);
  });
}

function sentenceFor({ code, message }: NodeJS.ErrnoException, { port, host }: Config): string {
  const sentences: Record<string, string> = {
    EADDRINUSE: `PORT ${port} is taken by another program. Set PORT to a free one.`,
    EACCES: `PORT ${port} is only for who may do everything. Set PORT to one from 1024 on, with a proxy in front.`,
    EADDRNOTAVAIL: `HOST ${host} is no address of this machine. Set HOST to one, or to 0.0.0.0 for all.`,
    ENOTFOUND: `HOST ${host} is not known. Set HOST to an address of this machine, or to 0.0.0.0 for all.`,
  };
  return sentences[code ?? ""] ?? message;
}

function addressOf(server: Server): string {
  const address = server.address();
  return `http://localhost:${typeof address === "object" && address ? address.port : ""}`;
}
