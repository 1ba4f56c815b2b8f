import { jobProducer } from "~/platform/jobs/jobs.server";

/** Has an endpoint sent what is due; how, is known to `send-webhooks`. */
export const webhookJob = jobProducer<{ endpointId: string }>("webhook");
