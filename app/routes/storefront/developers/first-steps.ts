/** A step of an integrator's first hour: what it does, and the command that does it. */
export interface FirstStep {
  title: string;
  words: string;
  command: string;
}

/** Commands for a shell with `curl`, each against the service itself. */
export function firstSteps(publicUrl: string): FirstStep[] {
  const api = `${publicUrl}/api/v1`;
  const asMerchant = `curl -sS -H "Authorization: Bearer $TOKEN"`;
  const sending = (key: string) => `-H "Content-Type: application/json" -H "Idempotency-Key: ${key}"`;
  return [
    {
      title: "Read what is on sale",
      words: "Public calls need nothing. What is answered is one object or a page of them.",
      command: `curl -sS "${api}/product/general?limit=2"`,
    },
    {
      title: "Make a token",
      words:
        "Sign in as a merchant, go to Security and make a personal token that reads the profile and changes products, orders and webhooks (profile:read, products:write, orders:write, webhooks:write). It is shown once. The call answers your account; its businessCategory has the ids of your categories.",
      command: `export TOKEN=paste-it-here
${asMerchant} "${api}/user"`,
    },
    {
      title: "Send a picture",
      words: "The fields are called so, in this order. Its _id is the IMAGE of the next step.",
      command: `${asMerchant} -X POST -F intendedFileName=image -F "intendedFile[]=@jam.jpg" \\
  "${api}/file"`,
    },
    {
      title: "Add a product in two sizes",
      words:
        "CATEGORY is one of your account's. As a draft it is seen by you alone; with in-review it is handed in. externalId is the id of your own system.",
      command: `${asMerchant} -X POST ${sending("product-1")} \\
  -d '{"title":"Blue Potatoes","description":"Blue all through, and they stay so.","category":"CATEGORY","image":["IMAGE"],"externalId":"77","availType":"draft","variants":[{"name":"500 g","sku":"POT-500","barcode":"2900000000024","amount":"2.50","quantity":10},{"name":"1 kg","sku":"POT-1000","barcode":"2900000000031","amount":"4.50","quantity":6}]}' \\
  "${api}/product/manage-product"`,
    },
    {
      title: "Find a product of yours by its SKU",
      words:
        "Put a SKU of yours in. A barcode finds it as well, and externalId, the id of your own system, once you have set it. Its _id is the ID of the next step.",
      command: `${asMerchant} "${api}/product/manage-product?sku=JAM-250"`,
    },
    {
      title: "Set its stock",
      words:
        "The Idempotency-Key is a text of yours, another one for each change. Sent again with the same one it is done once, whatever happens to the line.",
      command: `${asMerchant} -X PUT ${sending("stock-0001")} \\
  -d '{"products":[{"product":"ID","quantity":12}]}' \\
  "${api}/product/manage-product/stock"`,
    },
    {
      title: "Fetch orders that have changed",
      words: "Ask the next time with the moment at which you began, less a minute.",
      command: `${asMerchant} "${api}/product/order/merchant?updatedSince=2026-01-01T00:00:00Z&limit=30"`,
    },
    {
      title: "Say that an order is sent",
      words: "ID is the _id of an order from the step before. Its buyer is told, and so are your webhooks.",
      command: `${asMerchant} -X POST ${sending("ship-0001")} \\
  -d '{"carrier":"Red Bicycle","trackingNumber":"RB 12"}' \\
  "${api}/product/order/merchant/ID/ship"`,
    },
    {
      title: "Be told instead of asking",
      words:
        "Add a webhook under Settings, Webhooks. Its deliveries are listed for 30 days and sent again when you ask for it.",
      command: `${asMerchant} "${api}/merchant/webhooks"`,
    },
    {
      title: "Have events sent again",
      words:
        "ID is a webhook's _id. What was delivered or has failed since then comes once more, with the same id; what is still being tried comes by itself.",
      command: `${asMerchant} -X POST ${sending("replay-1")} \\
  -d '{"since":"2026-01-01T00:00:00Z"}' \\
  "${api}/merchant/webhooks/ID/replay"`,
    },
  ];
}
