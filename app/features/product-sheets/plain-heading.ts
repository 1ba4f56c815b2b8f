/** A heading without case, accents, spaces and signs. */
export const plain = (heading: string) =>
  heading
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
