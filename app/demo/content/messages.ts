/** Conversations of the demo: the buyer, the product, and the messages from `daysAgo` on. */
export interface DemoConversation {
  sku: string;
  /** The buyer's place in the list of the demo's buyers. 0 is the buyer with a login. */
  buyer: number;
  daysAgo: number;
  /** Questions and answers in turn, the buyer's first. */
  texts: string[];
  /** Whether the last message waits to be read. */
  isUnread?: boolean;
  /** Whether the product's page shows the first question and its answer. */
  isShown?: boolean;
}

export const conversations: DemoConversation[] = [
  {
    sku: "PAN-1001",
    buyer: 0,
    daysAgo: 6,
    texts: [
      "Is this year’s oil in yet? I would like two bottles for presents.",
      "It came on Monday, pressed in October. We can wrap the two of them, just say so in the notes of your order.",
      "Lovely, thank you. I will order on Friday.",
    ],
  },
  {
    sku: "HNY-0909",
    buyer: 0,
    daysAgo: 2,
    texts: [
      "Is there fish sauce in the kimchi? My sister is a vegetarian.",
      "There is none. We salt it with sea salt and kelp, so it is vegetarian and vegan.",
    ],
    isShown: true,
    isUnread: true,
  },
  {
    sku: "FRT-0214",
    buyer: 0,
    daysAgo: 0.2,
    texts: ["Would the mangoes be ripe by Saturday, or should I take them a day before?"],
    isUnread: true,
  },
  {
    sku: "PAN-1010",
    buyer: 1,
    daysAgo: 9,
    texts: [
      "Can you grind the coffee for a French press?",
      "Gladly: write “coarse” into the notes of your order. It keeps its smell longer as whole beans, though.",
    ],
    isShown: true,
  },
  {
    sku: "HRB-0506",
    buyer: 2,
    daysAgo: 12,
    texts: [
      "How hot are the flakes compared with ordinary chili?",
      "Milder, with more smoke than fire. Begin with half a teaspoon for four.",
      "Perfect for the children then.",
      "Just so. Ours eat it on popcorn.",
    ],
  },
  {
    sku: "GRN-0406",
    buyer: 3,
    daysAgo: 15,
    texts: ["Which harvest is the rice?", "This year’s, milled in October."],
  },
  {
    sku: "PAN-1004",
    buyer: 4,
    daysAgo: 4,
    texts: [
      "Some chestnuts of my last bag had worms. Is that usual?",
      "It should not be. We are sorry, please tell us the number of your order and we give the price back.",
    ],
  },
  {
    sku: "HRB-0509",
    buyer: 5,
    daysAgo: 1,
    texts: ["Is there sugar in the chai already?"],
    isUnread: true,
  },
  {
    sku: "FRT-0206",
    buyer: 6,
    daysAgo: 20,
    texts: ["Do you have them greener?", "Always on Tuesdays. Add a note and we pick a green bunch."],
  },
  {
    sku: "HNY-0906",
    buyer: 7,
    daysAgo: 25,
    texts: ["How much peel is in the marmalade?", "A third. It is the thick cut; you chew on it."],
  },
  {
    sku: "PAN-1009",
    buyer: 8,
    daysAgo: 3,
    texts: [
      "May contain milk?",
      "It is made beside milk chocolate, so traces can be in it. The label says so as well.",
    ],
  },
  {
    sku: "PAN-1002",
    buyer: 9,
    daysAgo: 8,
    texts: ["Are the olives pitted?", "They have their stones, which is why they are so firm."],
  },
];
