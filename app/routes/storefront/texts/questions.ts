import type { Marketplace } from "./marketplace-text";

export interface Question {
  question: string;
  answer: string;
  /** A link for further reading. `to` is a path of the site. */
  link?: { text: string; to: string };
}

/** Frequently asked questions, the most asked first. */
export function questions({ name, email }: Marketplace): readonly Question[] {
  return [
    {
      question: "What does shipping cost?",
      answer:
        "Mostly nothing. A seller who brings or hands over goods may ask a fee for it; the checkout shows it before you pay, and the " +
        "order, the receipt and a refund name it.",
    },
    {
      question: "How can I pay?",
      answer:
        `By card, at checkout, in US dollars. The card number is for the payment company alone: ${name} does not keep it, and the ` +
        "sellers never see it.",
    },
    {
      question: "Do I need an account?",
      answer:
        "Not for looking around: cart and wishlist work without one. To check out you need an account, so that you " +
        "can find your order again. When you log in, what is already in your cart comes along.",
      link: { text: "Create an account", to: "/signup/customer" },
    },
    {
      question: "My order comes from several sellers. How does that work?",
      answer:
        "You pay once, and it stays one order in your order history. Behind it, every seller gets a part of their " +
        "own, packs it and ships it, so a large order may arrive in several boxes on different days. The order is " +
        "Completed when every part is delivered or closed.",
      link: { text: "Order History", to: "/customer/order_history" },
    },
    {
      question: "Can I cancel an order?",
      answer:
        `As long as a seller has not shipped their part, yes. Write to us at ${email} or through the contact page with the order ` +
        "number; food is packed quickly, so sooner is better. The seller then cancels the part, and you get its money back.",
      link: { text: "Contact us", to: "/contact" },
    },
    {
      question: "How do refunds work?",
      answer:
        "A refund goes back to the card you paid with, in full for the part or the pieces it concerns. If something " +
        "sold out in the very moment you paid, you are refunded without having to ask. Your bank may need a few " +
        "working days to show it.",
    },
    {
      question: "Something arrived damaged, or is missing. What now?",
      answer:
        "Tell us within two days, with the order number, what is wrong, and a photo if you can take one. We settle " +
        "it with the seller, and you get a replacement or your money back.",
      link: { text: "Contact us", to: "/contact" },
    },
    {
      question: "The cart says there are only a few left. Is my food reserved?",
      answer:
        "Not by lying in the cart. The goods are held for you for 30 minutes once you go on to payment. If fewer " +
        "are left than you want, the cart says how many you can have, and nothing is charged before you agree.",
    },
    {
      question: "How do I become a seller?",
      answer:
        "Sign up as a merchant: your name, your store and what you sell, and a password. Confirm your e-mail " +
        "address, add your first product with a photo, and submit it for review. Orders, payments and sales figures " +
        "are in your dashboard.",
      link: { text: "Open your stall", to: "/signup/merchant" },
    },
    {
      question: "Does anybody check what is sold here?",
      answer:
        "Yes. A new product goes on sale only after we have looked at it, and so does a change of its title, " +
        "description, category, tags or pictures. Prices and stock are the seller's to change at any time.",
    },
    {
      question: "My confirmation code does not arrive.",
      answer:
        "Look in the spam folder first. The code has five digits and is good for ten minutes; after a minute you can ask for a new one.",
      link: { text: "Send a new code", to: "/resend-otp" },
    },
    {
      question: "What do you know about me?",
      answer:
        "What you typed in: your name, e-mail address, billing and shipping details, and your orders. A seller sees " +
        "what is needed to send you their part. There is no advertising and nobody follows you from page to page; " +
        "the privacy page has the details.",
    },
    {
      question: "Does the shop work on an old phone, or without JavaScript?",
      answer:
        "Yes, all of it, paying included. Every page is complete before any script runs; scripts only save you a " +
        "page load here and there. On a bad line you can send a form again without ordering twice.",
    },
  ];
}
