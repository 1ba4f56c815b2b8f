import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { MOST_PICTURES } from "~/features/messages/plain-schema";
import { conversationForm, messageForm, subjectQuery } from "~/features/messages/schema";
import { areaAt, nameInWords, subjectAddress, subjectInWords } from "~/routes/shared/messages/area";
import { sendPicture } from "~/routes/shared/pictures/send-picture.server";
import { WriteForm } from "~/routes/shared/messages/write-form";
import { titled } from "~/routes/shared/titles";
import { answerForm, formKey, type Refused } from "~/session/form.server";
import { withPictures } from "~/session/posted-pictures.server";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { soft } from "~/styles/text.css";
import { useAnswer } from "~/ui/form/use-answer";
import { Link } from "~/ui/link/link";

export const meta = titled("Ask the stall");

/** The subject that the address names. Throws a 404 response if it names none. */
function subjectIn(url: string) {
  const search = new URL(url).searchParams;
  const subject = subjectQuery.safeParse({ kind: search.get("about"), id: search.get("id") });
  if (!subject.success) throw new Response("Not Found", { status: 404 });
  return subject.data;
}

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("buyer");
  const query = subjectIn(args.request.url);
  const { data } = await guarded(session, () =>
    orNotFound(read(session.api()["conversation-subject"].$get({ query }))),
  );
  const { subject, stall, conversation } = data;
  const area = areaAt(args.request.url);
  if (conversation !== null) throw await session.redirect(`${area.list}/${conversation}`);
  return {
    stall: nameInWords(stall.name, area),
    subject: { words: subjectInWords(subject), to: subjectAddress(subject, area) },
    key: formKey(),
  };
}

export async function action(args: ActionFunctionArgs) {
  await (await sessionOf(args)).require("buyer");
  const { list } = areaAt(args.request.url);
  const query = subjectIn(args.request.url);
  return withPictures(args, { schema: messageForm, most: MOST_PICTURES, send: sendPicture }, (form) =>
    answerForm(args, form, { schema: messageForm, rename: { pictures: "photos" } }, async (message, session, key) => {
      const json = conversationForm.parse({ ...query, ...message });
      const { data } = await read(session.api(key).conversations.$post({ json }));
      return session.redirect(`${list}/${data._id}`, { notice: "Your message is sent." });
    }),
  );
}

export default function AskStall() {
  const { stall, subject, key } = useLoaderData<typeof loader>();
  return (
    <>
      <div>
        <h1>
          Ask <bdi>{stall}</bdi>
        </h1>
        <p className={soft}>
          about <Link to={subject.to}>{subject.words}</Link>
        </p>
      </div>
      <WriteForm
        id="message-0"
        idempotencyKey={key}
        hint="The stall sees your first name and the initial of your last name, and neither your address nor your telephone. You are told by mail when it answers."
        refusal={useAnswer<Refused>()}
      />
    </>
  );
}
