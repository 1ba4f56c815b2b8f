import { inline, Prose } from "./prose";
import * as styles from "./styles.css";

export interface ReadableCall {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  parameters: { name: string; where: string; required: boolean; what: string }[];
  /** The body of a call: its shape and an example. */
  payload: { shape: string; example: string } | null;
  answer: { status: string; type: string; shape: string };
  /** The refusal codes of this call only. The codes of any call are listed elsewhere. */
  refusals: { status: string; code: string }[];
}

/** One call of the API, for people to read. */
export function Call({ id, method, path, summary, description, parameters, payload, answer, refusals }: ReadableCall) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{summary}</h2>
      <p>
        <code>
          <strong>{method}</strong> {path}
        </code>
      </p>
      <Prose text={description} />
      {parameters.length > 0 ? (
        <>
          <h3>In the address</h3>
          <ul>
            {parameters.map(({ name, where, required, what }) => (
              <li key={name}>
                <code>{name}</code> ({where}
                {required ? ", required" : ""}) {inline(what)}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {payload ? (
        <>
          <h3>Sent</h3>
          {payload.shape ? <Sample name={`What ${id} takes`} text={payload.shape} /> : null}
          {payload.example ? <Sample name={`An example for ${id}`} text={payload.example} /> : null}
        </>
      ) : null}
      <h3>
        Answered, {answer.status} {answer.type}
      </h3>
      {answer.shape ? <Sample name={`What ${id} answers`} text={answer.shape} /> : null}
      {refusals.length > 0 ? (
        <p>
          Refused with{" "}
          {refusals.map(({ status, code }, place) => (
            <span key={code + status}>
              {place > 0 ? ", " : ""}
              {status} <code>{code}</code>
            </span>
          ))}
        </p>
      ) : null}
    </section>
  );
}

function Sample({ name, text }: { name: string; text: string }) {
  return (
    <pre className={styles.sample} role="group" aria-label={name}>
      {text}
    </pre>
  );
}
