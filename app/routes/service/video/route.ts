import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerVideo } from "~/edge/resources/answer-video.server";

/* Videos: /media/{id}. */
export const loader = ({ request, params }: LoaderFunctionArgs) => answerVideo(request, params["fileId"] ?? "");
