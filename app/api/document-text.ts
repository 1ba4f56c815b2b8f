/* What the document of the service says in prose. The page at /developers shows the same words. */

/** Markdown, as OpenAPI has it: paragraphs, headings of one level, lists, bold and code, and nothing else. */
export const DESCRIPTION = `The service behind the marketplace; every screen of it is made of these calls.

## How to ask
- **Token**: send what \`POST /api/v1/user/login\` answers as \`Authorization: Bearer …\`. Who may make a call stands at each: the token's account must have one of its roles.
- **Answers**: one object is \`{ "data": {…} }\`, a page \`{ "data": { "docs": […], "page", "hasNextPage", "total" } }\`.
- **Money** is dollars with at most two decimals, in payloads and in answers: \`12.5\` is twelve dollars and fifty cents, never cents. **Times** are ISO 8601 UTC, **days** such as \`2026-03-31\`, **ids** 24 hex characters.
- **Idempotency-Key**: any call that changes something may carry one (8 to 128 letters, digits, - or _). Sent again within a day with the same payload it answers the same and does nothing twice. A key belongs to the account, and to the method, the address and the payload that it was first sent with: with any other of these three it is refused.
- **PUT** replaces what the call is for as a whole: what is not sent is emptied, or set to the default that its schema names. The one exception is the profile, of which what is not sent stays.
- **ETag**: a product of one's own is answered with its version. Sent back as \`If-Match\` with what is saved or deleted, it keeps one from writing over what somebody else has saved since: that is refused with 412, and \`versions\` has what is there and what was sent. Sales do not change the version; \`quantityBefore\` takes care of the stock.

## How it refuses
Every refusal is \`{ "error": [ { "message", "code", "field" } ], "requestId" }\`. \`message\` is a sentence for people and may change. \`code\` is for programs and stays. \`field\` names the payload's field at fault, dotted for nested ones. \`requestId\` is in \`X-Request-Id\` of every answer; tell it when you ask for help.

## Limits
- A body has at most 256 KB, one with files 12 MB; a video and a sheet say their own.
- A list answers at most the page that its call names. \`page\` goes from 1 to 100,000.
- What is costly or could be guessed is limited by account, by address or by both. Over a limit the answer is 429 with \`Retry-After\` in seconds; calls that have such a limit name \`too_many_tries\`.
- 503 carries \`Retry-After\` too: nothing was changed, and the same request under the same Idempotency-Key may be sent again.

## What stable means
Version 1 stays at \`/api/v1\`. Within it calls, names of fields, their types, refusal codes and operation ids are neither removed nor given another meaning. What may be added at any time: calls, optional fields of payloads, fields of answers, codes, values of lists that are answered. Read answers so that what you do not know does not hurt. What must change in another way comes under another address, and version 1 goes on for at least a year after it. Calls under **Operators** and **Test payments** serve the shop's own screens; they may change with each release.`;

/** What became different for programs, newest first. */
export const CHANGELOG = [
  {
    on: "2026-11-22",
    changes: [
      "GET /product/suggestions says what to search for while somebody types.",
      "Messages to the team are conversations: GET /user/messages, its /{id}, and POST …/replies. POST /support takes an order's number.",
      "Products of one's own have an ETag, and take If-Match.",
      "Every call has an operationId, and names each code that it may refuse with.",
      "Tokens are described as bearer tokens, with a security scheme for each role.",
      "Payloads have examples.",
    ],
  },
];

/** What belongs together, in the order of the document. */
export const TAGS = [
  { name: "Accounts", description: "Signing up and in, profile, addresses, sessions." },
  { name: "Second factor", description: "Codes of an app, passkeys, recovery codes." },
  { name: "Catalogue", description: "What is on sale, for everyone." },
  { name: "Stalls", description: "Merchants' stalls as everyone sees them." },
  { name: "Cart and wishlist", description: "What a cart comes to, and the lists that a buyer's account keeps." },
  { name: "Orders", description: "What a buyer has bought." },
  { name: "Payments", description: "Paying an order, and what merchants are paid." },
  { name: "Merchant's products", description: "What a stall sells, one by one and as a sheet." },
  { name: "Files", description: "Pictures and videos of products." },
  { name: "Merchants' orders", description: "What a stall has sold and is to send." },
  { name: "Sales", description: "A stall's figures." },
  { name: "Support", description: "Messages to the team." },
  { name: "Newsletter", description: "Subscribing and leaving again." },
  { name: "Operators", description: "The marketplace's own office." },
  { name: "Test payments", description: "What a card form would ask, where no money moves." },
];
