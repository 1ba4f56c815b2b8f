/** Reports of the demo that wait for an operator, besides the reports of reviews. */

export const productReports = [
  { sku: "FRT-0214", reason: "The picture shows another sort than the one that came." },
  { sku: "PAN-1001", reason: "It says organic, and names no inspection body." },
];

export const questionReports = [
  { sku: "HNY-0909", reason: "Kimchi with sugar is not vegan everywhere. Please check the answer." },
];
