import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerPicture } from "~/edge/resources/answer-picture.server";

/* Pictures: /media/{id}/{width}.webp and .avif. */
export const loader = ({ request, params }: LoaderFunctionArgs) =>
  answerPicture(request, params["fileId"] ?? "", params["name"] ?? "");
