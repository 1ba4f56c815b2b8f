import type { Marketplace, TextSection } from "./marketplace-text";

/** The terms of use, in plain language. The operator of a marketplace should have a lawyer check them. */
export function terms({ name, email }: Marketplace): readonly TextSection[] {
  return [
    {
      title: "1. What these terms are",
      paragraphs: [
        `${name} is a marketplace: independent sellers offer food and similar goods, and buyers order them here. These terms are the ` +
          "agreement between you and us for using the site. By opening an account or placing an order you accept them.",
      ],
    },
    {
      title: "2. Your account",
      paragraphs: [
        "Give your real name and an e-mail address that you can read, keep your password to yourself, and tell us when you think " +
          "somebody else has used your account. You must be old enough to make a contract where you live, or have " +
          "the agreement of a parent or guardian.",
        `As a buyer you can close your account at any time, in your account settings; as a seller, write to ${email}. Open orders are ` +
          "still completed.",
      ],
    },
    {
      title: "3. Buying",
      paragraphs: [
        "The goods are sold to you by the seller named on the product, not by us. Your order is an offer; it becomes a contract with " +
          "each seller when your payment has gone through and the order shows in your order history.",
        "An order with goods from several sellers is one order and one payment for you, and one part for each seller.",
        "Pictures show what to expect. Food is grown and made by hand, so size, color and weight vary a little.",
      ],
    },
    {
      title: "4. Prices, payment and shipping",
      paragraphs: [
        "Prices are in US dollars and are set by the seller. You pay the price shown when you place the order, with any discount " +
          "already taken off. Shipping is free unless a seller asks a fee for a delivery of their own; you see it before you pay. We " +
          "charge no fee on top.",
        "Payment is by card, through a payment company that handles your card details under its own terms. We collect the money for " +
          "the sellers; once you have paid us, you owe the seller nothing more.",
      ],
    },
    {
      title: "5. Cancelling and refunds",
      paragraphs: [
        "You can ask for a part of your order to be cancelled until its seller has shipped it. A seller can cancel a part too, when " +
          "the goods can't be delivered as promised. Either way the full amount of that part goes back to your card.",
        "Goods that sell out while you pay are refunded without your asking. If a delivery arrives damaged, spoiled, wrong or " +
          "incomplete, tell us within two days of its arrival, and you get a replacement or your money back.",
        "Fresh food can't be returned just because you changed your mind after it has shipped. Rights that the law gives you as a " +
          "consumer stay as they are.",
      ],
    },
    {
      title: "6. Selling",
      paragraphs: [
        "As a seller you offer only goods that are yours to sell and legal to sell, describe them truthfully, name what can cause " +
          "allergies, and keep to the food safety, labeling, weights and tax rules that apply to you.",
        "New products, and changes to what a product says and shows, go on sale after we have looked at them. Keep your stock figures " +
          "true, ship promptly, and move each order on when you have shipped it.",
        "Use buyers' details to deliver their order and answer their questions, and for nothing else.",
      ],
    },
    {
      title: "7. What you put on the site",
      paragraphs: [
        "Texts, photos and videos that you upload stay yours. You allow us to store, resize and show them as long as your product or " +
          "your profile is on the site, and in the records of orders already placed. Upload nothing that infringes somebody else's rights.",
      ],
    },
    {
      title: "8. What is not allowed",
      paragraphs: [
        "No false orders, no false sellers, no stolen cards, no attempts to break into the site or overload it, no collecting of other " +
          "people's data. We may take down a product, or suspend an account, that breaks these terms or endangers " +
          "others, and we will say why unless the law forbids it.",
      ],
    },
    {
      title: "9. Who answers for what",
      paragraphs: [
        "The seller answers for the goods. We answer for running the marketplace with reasonable care. We do not promise that the site " +
          "is never interrupted, and as far as the law allows we are not liable for losses we could not foresee. " +
          "Nothing here limits liability that can't be limited by law.",
      ],
    },
    {
      title: "10. Changes, law and contact",
      paragraphs: [
        "When we change these terms we publish the new text here before it applies. An order is governed by the terms of the day it was " +
          "placed. If one sentence turns out to be invalid, the others remain.",
        `The law of the place where ${name} is established applies, together with the consumer protection of the place where you live. ` +
          `Talk to us first: most things can be settled with one message to ${email}.`,
      ],
    },
  ];
}
