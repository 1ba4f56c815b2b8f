import { Fragment, type ReactNode } from "react";

/**
 * The document's prose. We write it ourselves, and of Markdown it has only paragraphs, headings, lists, bold and code
 * (app/api/document-text.ts), so that no text must be turned into HTML.
 */
export function Prose({ text }: { text: string }) {
  return text.split(/\n\n+/).map((block) => <Block key={block} text={block} />);
}

function Block({ text }: { text: string }) {
  const [first = "", ...rest] = text.split("\n");
  if (first.startsWith("## "))
    return (
      <>
        <h2>{first.slice(3)}</h2>
        {rest.length > 0 ? <Block text={rest.join("\n")} /> : null}
      </>
    );
  if (!first.startsWith("- ")) return <p>{inline(text)}</p>;
  return (
    <ul>
      {text.split("\n").map((line) => (
        <li key={line}>{inline(line.replace(/^- /, ""))}</li>
      ))}
    </ul>
  );
}

/** A line with its `code` and **bold** words. Every second part between two marks is marked. */
export function inline(text: string): ReactNode {
  return text
    .split("`")
    .map((part, place) =>
      place % 2 === 1 ? (
        <code key={place}>{part}</code>
      ) : (
        <Fragment key={place}>
          {part.split("**").map((words, at) => (at % 2 === 1 ? <strong key={at}>{words}</strong> : words))}
        </Fragment>
      ),
    );
}
