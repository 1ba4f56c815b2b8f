import type { Marketplace, TextSection } from "./marketplace-text";

/** The privacy notice. It describes what the software does; it must change when the software does. */
export function privacy({ name, email }: Marketplace): readonly TextSection[] {
  return [
    {
      title: "In short",
      paragraphs: [
        `${name} keeps what it needs to bring food to your door, shows it to those who pack it, and sells it to nobody. There is no ` +
          "advertising on the site and nothing that follows you to other sites.",
      ],
    },
    {
      title: "What we keep",
      paragraphs: [
        "Your account: name, e-mail address, role, and, if you add them, telephone number and picture. Sellers also give a username, a " +
          "store name, a business address and the categories they sell in. Your password is stored only as a hash " +
          "that can't be turned back into the password.",
        "Your orders: what you bought, when, from whom and for how much, with the billing and shipping address and your notes. Your cart " +
          "and wishlist are kept with your account when you are logged in.",
        "What you write to us through the contact form. And, if you subscribe and confirm it, your e-mail address for the newsletter; " +
          "every issue has a link to unsubscribe.",
      ],
    },
    {
      title: "Card details",
      paragraphs: [
        "Your card number is for the payment company alone and is never stored by us. We keep whether the payment succeeded, its " +
          "amount and its reference. Should the payment company need a script of its own, it loads on the payment page only.",
      ],
    },
    {
      title: "Who sees what",
      paragraphs: [
        "A seller from whom you buy sees the part of the order that is theirs, your name, e-mail address, telephone number, and the " +
          "address it goes to. Other buyers see nothing about you. The people who run the marketplace see what they " +
          "need in order to help you and to review products.",
        "Outside the marketplace, data goes only to companies that work for us, for card payments, e-mail and hosting, and to " +
          "authorities where the law obliges us.",
      ],
    },
    {
      title: "Cookies",
      paragraphs: [
        "Only those that make the shop work: authToken keeps you logged in, cartItems, cartPrices and wishlistItems remember what you picked and what it cost, reach the postcode and the day that you asked about, sheets which styles your browser has, and " +
          "short-lived ones carry a notice, or a sign-up or new password that you have not finished. None of them " +
          "is used for statistics or advertising, which is why no banner asks you to agree.",
      ],
    },
    {
      title: "Technical records",
      paragraphs: [
        "To find faults, the server notes the time and the page when a request fails; to hold off abuse, it counts attempts by " +
          "account and by network address for a while. Pictures that you upload are redrawn before they are stored, " +
          "which removes hidden data such as the place where they were taken.",
      ],
    },
    {
      title: "How long",
      paragraphs: [
        "Account data stays until you close the account. What was sold, when and for how much stays in the books after that, without " +
          "your name and address. Codes sent by e-mail are good for ten minutes. Pictures that you uploaded and never used are deleted after a day or so.",
      ],
    },
    {
      title: "Your rights",
      paragraphs: [
        "In your account settings you can see and correct your details at any time and, as a buyer, get a copy of everything we keep " +
          `about you or delete your account. Write to ${email} for anything else, or to object to something we do. We answer ` +
          "within a month. If you are not content with the answer, you can complain to the data protection authority where you live.",
      ],
    },
    {
      title: "Changes",
      paragraphs: ["When we do something new with your data, this page says so before we begin."],
    },
  ];
}
