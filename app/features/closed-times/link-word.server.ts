import { z } from "~/features/zod";
import { seal, unseal } from "~/platform/seal.server";
import type { Services } from "~/platform/services.server";
import { unknownTimeLink } from "./errors.server";

/* The links in letters about closed times. Each is for one order, opens nothing else of the account, needs no login. */

const PLACE = "closed time link";
const id = z.string().regex(/^[0-9a-f]{24}$/);
const target = z.tuple([id, id]);

/** The sealed word in the link for an order of a closed time. */
export const linkWord = ({ config }: Pick<Services, "config">, closedTimeId: string, partId: string): string =>
  seal(config, JSON.stringify([closedTimeId, partId]), PLACE);

/** The address of such a link. */
export const linkAddress = (services: Pick<Services, "config">, closedTimeId: string, partId: string): string =>
  `${services.config.publicUrl}/moved/${linkWord(services, closedTimeId, partId)}`;

/** The closed time and the part of a link. Refuses `unknown_time_link` if the word was not sealed here. */
export function openedWord({ config }: Pick<Services, "config">, word: string) {
  const text = unseal(config, word, PLACE);
  const content = text === null ? undefined : target.safeParse(JSON.parse(text));
  if (!content?.success) throw unknownTimeLink();
  const [closedTimeId, partId] = content.data;
  return { closedTimeId, partId };
}
