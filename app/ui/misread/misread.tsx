import { Notice } from "~/ui/notice/notice";

/** Says which parts of an address were not understood and do not count. */
export function Misread({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return <Notice still type="danger" message={sentences.join(" ")} />;
}
