import { createRoute, z } from "@hono/zod-openapi";
import { messageAnswer, id, single } from "~/features/fields";
import { answers, created, json, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { changeAnswer, removeAnswer, saveAnswer, savedAnswersOf } from "./saved-answers.server";
import { savedAnswer, savedAnswerForm } from "./schema";

const tags = ["Messages"];
const params = z.object({ id });

/** Calls for a merchant's saved answers. */
export const savedAnswersApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/merchant/saved-answers",
      operationId: "listSavedAnswers",
      tags,
      summary: "My saved answers by name, 20 at most",
      ...onlyFor("merchant"),
      responses: answers(z.object({ data: z.array(savedAnswer) })),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      return c.json({ data: await savedAnswersOf(c.var.services.db, _id) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/merchant/saved-answers",
      operationId: "createSavedAnswer",
      ...mayRefuse("saved_answers_full"),
      tags,
      summary: "Save an answer to use again",
      ...onlyFor("merchant"),
      request: json(savedAnswerForm),
      responses: created(single(z.object({ _id: z.string() }))),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      return c.json({ data: { _id: await saveAnswer(c.var.services, _id, c.req.valid("json")) } }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/merchant/saved-answers/{id}",
      operationId: "replaceSavedAnswer",
      ...mayRefuse("unknown_saved_answer"),
      tags,
      summary: "Change a saved answer",
      ...onlyFor("merchant"),
      request: { params, ...json(savedAnswerForm) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      await changeAnswer(c.var.services, _id, c.req.valid("param").id, c.req.valid("json"));
      return c.json({ message: "The answer is saved." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/merchant/saved-answers/{id}",
      operationId: "deleteSavedAnswer",
      ...mayRefuse("unknown_saved_answer"),
      tags,
      summary: "Remove a saved answer",
      ...onlyFor("merchant"),
      request: { params },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      await removeAnswer(c.var.services, _id, c.req.valid("param").id);
      return c.json({ message: "The answer is removed." }, 200);
    },
  );
