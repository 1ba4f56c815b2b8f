import { Notice } from "~/ui/notice/notice";

/** Says what of an address was not understood and does not count. */
export function Misread({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return <Notice still type="danger" message={sentences.join(" ")} />;
}
