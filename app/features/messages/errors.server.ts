import { refusal } from "~/platform/refusal";
import { MOST_SAVED_ANSWERS, QUESTIONS_A_DAY, QUESTIONS_A_DAY_IN_ALL } from "./plain-schema";

export const unknownConversation = refusal("unknown_conversation", 404, "There is no such conversation of yours.");
export const unknownSubject = refusal(
  "unknown_subject",
  404,
  "There is nothing to write about here: it is not on sale any more, or no order of yours.",
);
export const questionsClosed = refusal(
  "questions_closed",
  409,
  "This stall is closed for now, so it takes no questions. About an order, write from the order.",
);
export const messagesBlocked = refusal(
  "messages_blocked",
  409,
  "The other side takes no messages from you. If something is wrong with an order, write to our team.",
);
export const blockedByYou = refusal(
  "blocked_by_you",
  409,
  "You have blocked the other side. Lift the block to write again.",
);
export const conversationClosed = refusal(
  "conversation_closed",
  409,
  "Our team has closed this conversation, so nothing can be written in it.",
);
export const buyerLeft = refusal("buyer_left", 409, "This buyer has deleted the account, so nobody would read it.");
export const tooManyQuestions = refusal(
  "too_many_questions",
  429,
  `Before you have bought something of a stall you can write ${QUESTIONS_A_DAY} messages a day to it, and ${QUESTIONS_A_DAY_IN_ALL} to all stalls. Please go on tomorrow.`,
);
export const nothingToReport = refusal("nothing_to_report", 409, "The other side has written nothing here yet.");
export const notAnAnswer = refusal(
  "not_an_answer",
  409,
  "Only your answer to a buyer's message about a product can stand with the product.",
);
export const unknownQuestion = refusal("unknown_question", 404, "This answer does not stand with the product.");
export const questionHidden = refusal(
  "question_hidden",
  409,
  "Our team keeps this answer from being shown with the product. Its mail says why, and how to object.",
);
export const questionHiddenAlready = refusal(
  "question_hidden_already",
  409,
  "Somebody has hidden this question already.",
);
export const questionShown = refusal("question_shown", 409, "This question is shown already.");
export const unknownSavedAnswer = refusal("unknown_saved_answer", 404, "There is no such saved answer.");
export const savedAnswersFull = refusal(
  "saved_answers_full",
  409,
  `You can save up to ${MOST_SAVED_ANSWERS} answers. Please remove one first.`,
);
export const closedAlready = refusal("closed_already", 409, "Somebody has closed this conversation already.");
export const notClosed = refusal("not_closed", 409, "This conversation is open already.");
export const reportSettled = refusal("report_settled", 409, "Somebody has decided on these reports already.");
