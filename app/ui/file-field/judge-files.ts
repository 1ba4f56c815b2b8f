/** Why files that are dragged over a field will be refused, or that they are welcome. */
export type Judgement = "welcome" | "wrong-kind" | "too-many";

/** Judges files by their kind alone, pictures or films: browsers tell no more of dragged files, and of some nothing. */
export function judgeFiles(types: string[], accept: string, multiple: boolean): Judgement {
  const kinds = accept.split(",").map((type) => type.trim().split("/")[0] ?? "");
  const knownTypes = types.filter(Boolean);
  if (
    kinds.every((kind) => !kind.startsWith(".")) &&
    knownTypes.some((type) => !kinds.includes(type.split("/")[0] ?? ""))
  )
    return "wrong-kind";
  return !multiple && types.length > 1 ? "too-many" : "welcome";
}
