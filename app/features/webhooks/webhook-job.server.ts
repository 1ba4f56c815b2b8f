import { jobProducer } from "~/platform/jobs/jobs.server";

/** Queues the sending of what is due to an endpoint. The handler is in `send-webhooks`. */
export const webhookJob = jobProducer<{ endpointId: string }>("webhook");
