/*
 * A payload for each call that takes JSON, by its operationId. They stand in the document, and the tests of what is
 * refused begin with them. Codes, links and words that a person would have from a mail are made up.
 */

/** Ids in the examples; a test puts those of its own market in their place. */
export const EXAMPLE_IDS = {
  product: "67f1c0de0a1b2c3d4e5f6071",
  category: "67f1c0de0a1b2c3d4e5f6072",
  line: "67f1c0de0a1b2c3d4e5f6073",
  merchant: "67f1c0de0a1b2c3d4e5f6074",
  order: "67f1c0de0a1b2c3d4e5f6075",
  /** What a review has read of a product, and decides on. */
  version: "2026-02-01T09:30:00.000Z",
};

const password = "hill-orchard-41";
const newPassword = "plum-orchard-77";
const carts = [{ product: EXAMPLE_IDS.product, quantity: 1 }];
const link = "0".repeat(64);
const address = {
  firstName: "Grace",
  lastName: "Hopper",
  companyName: "",
  streetAddress: "1 Orchard Lane",
  city: "Springfield",
  countryRegion: "United States",
  states: "Illinois",
  zipCode: "62701",
  email: "grace@example.com",
  telephone: "5550100",
};
const product = {
  title: "Blue Potatoes",
  description: "Blue all through, and they stay so.",
  sku: "POT-BLUE",
  barcode: "2900000000017",
  amount: "2.50",
  quantity: "10",
  category: EXAMPLE_IDS.category,
  image: [],
  video: null,
  tags: ["blue"],
  variations: [{ variation: "Size", value: "Large" }],
  discountType: "none",
  discountPercentage: 0,
  taxClass: "standard",
  vatAmount: "0.00",
  isPhysical: true,
  food: {
    ingredients: "Potatoes, dusted with *wheat* flour",
    allergens: { wheat: "contains", gluten: "contains", mustard: "may-contain" },
    nutrition: {
      energyKj: 322,
      energyKcal: 77,
      fat: 0.1,
      saturates: 0,
      carbohydrate: 17.5,
      sugars: 0.8,
      fibre: 2.1,
      protein: 2.1,
      salt: 0.02,
    },
    storage: "Cool and dark",
    keepsDays: 14,
    originCountry: "US",
    labels: ["vegan"],
  },
  availType: "draft",
};
/** A way that is not offered yet. */
const way = {
  kind: "collection",
  name: "Town Hall Market",
  active: false,
  address: "1 Market Square, Springfield",
  directions: "Under the arches. Bring a bag.",
  times: [{ weekday: 6, from: "09:00", to: "12:00", cutOff: { daysBefore: 2, time: "18:00" }, capacity: 40 }],
  daysOff: ["2026-12-26"],
};
/** What a browser would send, signed by nobody. */
const credential = {
  id: "AAAA",
  rawId: "AAAA",
  type: "public-key",
  response: { clientDataJSON: "e30", attestationObject: "oA", transports: ["internal"] },
};

export const EXAMPLES: Record<string, Record<string, unknown>> = {
  createWebhook: { url: "https://stall.example.com/fieldstall", events: ["order.placed", "order.refunded"] },
  replaceWebhook: { url: "https://stall.example.com/fieldstall", events: ["order.placed"], enabled: true },
  signUp: { email: "new@example.com", password: newPassword, firstName: "New", lastName: "Person", privilege: "buyer" },
  deleteAccount: { password },
  saveBillingAddress: address,
  changePassword: { oldPassword: password, newPassword, confirmNewPassword: newPassword },
  logIn: { email: "ada@example.com", password },
  requestEmailChange: { email: "elsewhere@example.com", password },
  confirmEmailChange: { link },
  undoEmailChange: { link },
  answerLoginChallenge: { challenge: "from-the-answer-to-the-password", code: "123456" },
  getLoginPasskeyOptions: { challenge: "from-the-answer-to-the-password" },
  addPasskey: { name: "My phone", credential },
  confirmAuthenticator: { code: "123456" },
  disableSecondFactor: { password, code: "123456" },
  proveIdentity: { password },
  createPersonalToken: { name: "My spreadsheet", scopes: ["orders:read", "profile:read"], days: 90 },
  verifyEmail: { email: "ada@example.com", otp: "12345" },
  verifyEmailByLink: { link },
  resendVerification: { email: "ada@example.com" },
  requestPasswordReset: { email: "ada@example.com" },
  checkResetCode: { email: "ada@example.com", otp: "12345" },
  resetPassword: { email: "ada@example.com", otp: "12345", password: newPassword },
  resetPasswordByLink: { link, password: newPassword },
  setFirstPassword: { email: "ada@example.com", password: newPassword },
  createSignUpDraft: { firstName: "Ada", businessCategory: [] },
  saveSignUpDraft: { firstName: "Ada", storeName: "Hill Farm" },
  keepForm: { account: EXAMPLE_IDS.merchant, page: "/merchant/products/add", entries: [["title", "Pears"]] },
  checkInvitation: { token: "from-the-mail" },
  acceptInvitation: { token: "from-the-mail", firstName: "Ada", lastName: "Byron", password: newPassword },

  quoteCart: { carts },
  mergeSavedLists: { carts, wishlist: [EXAMPLE_IDS.product] },
  updateCart: { carts },
  setCartLine: { quantity: 1 },
  initializePayment: { carts, billing: address, notes: "" },
  finalizePayment: { carts: [], stripeId: "pi_3Example" },
  finalizePaymentLink: { stripeId: "cs_3Example" },
  confirmTestPayment: { clientSecret: "pi_3Example_secret_x", number: "4242424242424242", expiry: "04/30", cvc: "123" },
  authenticateTestPayment: { clientSecret: "pi_3Example_secret_x", passed: true },

  createProduct: product,
  saveProduct: { ...product, quantityBefore: "10", stockVersion: 0, lowStockAt: 4 },
  changeMyProducts: {
    products: [{ product: EXAMPLE_IDS.product, quantityBefore: 10 }],
    change: { what: "price", percent: 5, roundTo: "0.05" },
    dryRun: true,
  },
  setMyStock: {
    products: [{ product: EXAMPLE_IDS.product, quantity: 12, quantityBefore: 10, stockVersion: 0, lowStockAt: 4 }],
  },
  completeMyProducts: {
    products: [
      {
        product: EXAMPLE_IDS.product,
        food: { ingredients: "Whole *milk*, salt", allergens: { milk: "contains" }, originCountry: "US" },
        contents: [{ variant: EXAMPLE_IDS.product, content: { amount: 250, unit: "g" } }],
      },
    ],
  },
  answerProductImport: { all: [{ code: "changed_meanwhile", choice: "file" }] },
  saveStockSettings: { lowStockAt: 20, mail: true },
  createWay: way,
  replaceWay: way,
  listDeliveryOptions: { carts, address: { zipCode: "05401", city: "Burlington" } },
  handOverSale: { code: "K7M 4QP" },
  shipSale: { carrier: "Red Bicycle", trackingNumber: "RB 12" },
  shipSales: { shipments: [{ order: EXAMPLE_IDS.order, carrier: "Red Bicycle", trackingNumber: "RB 12" }] },
  weighSales: { weights: [{ order: EXAMPLE_IDS.order, line: EXAMPLE_IDS.line, pieces: ["2.84 kg"] }] },
  takeBackStep: { step: "shipped" },
  cancelSale: { reason: "Hail took the whole row." },
  sumsOfSaleRefund: { lines: [{ lineId: EXAMPLE_IDS.line, quantity: 1 }] },
  refundSale: {
    lines: [{ lineId: EXAMPLE_IDS.line, quantity: 1 }],
    refunded: 0,
    amount: 2.5,
    reason: "One of the jars was cracked.",
  },

  sendSupportMessage: {
    fullname: "Ada",
    email: "ada@example.com",
    subject: "Bread",
    telephone: "",
    order: "",
    description: "Where is it?",
  },
  replyToTeam: { reply: "It came. Thank you!" },
  subscribe: { email: "ada@example.com" },
  confirmSubscription: { link: "from-the-mail" },
  unsubscribe: { link: "from-the-mail" },

  operatorTakeProductOff: { reason: "There may be glass in it." },
  operatorWriteLetter: { since: "", until: "", subject: "Do not eat it", message: "There may be glass in it." },
  operatorStartRecall: { since: "", until: "", reason: "There may be glass in it." },
  liftSecondFactor: { reason: "The phone fell into the well" },
  operatorMoveCategory: { direction: "up" },
  operatorSuspendMerchant: { reason: "Sells what is not theirs." },
  operatorSumsOfRefund: { lines: [{ lineId: EXAMPLE_IDS.line, quantity: 1 }] },
  operatorRefundOrder: {
    lines: [{ lineId: EXAMPLE_IDS.line, quantity: 1 }],
    restock: false,
    reason: "It came spoilt.",
  },
  operatorGiveBackOtherwise: { how: "By bank transfer to the account that you named.", day: "2026-03-02" },
  operatorPublishProduct: { version: EXAMPLE_IDS.version },
  operatorSendProductBack: { version: EXAMPLE_IDS.version, reason: "The picture shows something else." },
  operatorAnswerMessage: { answer: "On their way." },
  operatorAssignMessage: { operator: "" },
  saveReview: { stars: 4, text: "Crisp, and sweeter than last year.", withName: true },
  reviewByLink: { stars: 5, text: "", withName: false },
  markReviewUseful: { isUseful: true },
  reportReview: { reason: "It is about another product." },
  answerReview: { answer: "Thank you. The next harvest is in May." },
  operatorHideReview: { reason: "It names a person." },
};
