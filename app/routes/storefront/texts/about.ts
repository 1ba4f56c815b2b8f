import type { Marketplace, TextSection } from "./marketplace-text";

/** The text of the About page, below its main heading. */
export function about({ name, email }: Marketplace): readonly TextSection[] {
  return [
    {
      title: "A market, not a warehouse",
      paragraphs: [
        `${name} is a row of stalls. Behind each one stands somebody who grew, baked, caught or cooked what lies on the counter, and ` +
          "whose name you can read before you buy. We keep the roof tight, the lights on and the till honest.",
        "We own no fields and no trucks, and we never put our own label on somebody else's jam.",
      ],
    },
    {
      title: "How it works",
      paragraphs: [
        "Fill one cart from as many stalls as you like and pay once, by card. Every seller packs their own part and sends it straight " +
          "to you. Shipping is free unless a seller says what a delivery costs, and the sum you see at checkout is the sum you pay.",
      ],
    },
    {
      title: "What we look for",
      paragraphs: [
        "We look at every product before it goes on sale. We want a plain description, a true picture, and a weight that matches " +
          "the bag. When something is not right, the seller hears the reason from us and can put it in order.",
      ],
    },
    {
      title: "Made for bad lines",
      paragraphs: [
        "Plenty of good food grows where the signal does not. That is why the whole market works on a cheap phone with one bar, with " +
          "scripts switched off, and with a connection that drops in the middle of an order. Nobody should lose a " +
          "sale, or a supper, to a spinning wheel.",
      ],
    },
    {
      title: "Come and say hello",
      paragraphs: [
        `Questions, praise, a recipe, a complaint about a bruised peach: write to ${email}. A person reads it and answers.`,
      ],
    },
  ];
}
