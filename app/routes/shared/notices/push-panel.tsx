import { useForm } from "@conform-to/react";
import { parts } from "virtual:page-script";
import { PUSH_WORDS, type PushKind } from "~/features/push/plain-schema";
import type { PushBrowser } from "~/features/push/schema";
import type { Refused } from "~/session/form.server";
import { visuallyHidden } from "~/styles/layout.css";
import { soft } from "~/styles/text.css";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { PUSH_ENDPOINT, PUSH_KEY } from "~/ui/push/contract";
import { Cell, Row, Table } from "~/ui/table/table";

interface PushPanelProps {
  publicKey: string | null;
  kinds: readonly PushKind[];
  isOn: Record<PushKind, boolean>;
  browsers: (PushBrowser & { since: string })[];
  idempotencyKey: string;
  refusal?: Refused;
}

/**
 * Browser notices, which also come while the shop is not open. The panel is hidden for a person without any, until the
 * page's script finds that this browser can show them.
 */
export function PushPanel({ publicKey, kinds, isOn, browsers, idempotencyKey, refusal }: PushPanelProps) {
  return (
    <div hidden={browsers.length === 0} data-needs-scripts data-part={parts["push"]}>
      <Panel title="In your browser" stacked>
        <p className={soft}>
          A browser shows these also while the shop is closed. They name nobody and nothing: the page that they open
          does.
        </p>
        {publicKey === null ? null : <SubscribeForm publicKey={publicKey} refusal={refusal} />}
        {browsers.length > 0 ? (
          <>
            <BrowserTable browsers={browsers} idempotencyKey={idempotencyKey} />
            <Table caption="Kinds of notices" head={["Kind", "State", { title: "Change", hidden: true }]}>
              {kinds.map((kind) => (
                <Row key={kind}>
                  <Cell place="lead">
                    <b>{PUSH_WORDS[kind].name}</b>
                    <p className={soft}>{PUSH_WORDS[kind].text}</p>
                  </Cell>
                  <Cell label="State">
                    <Pill tone={isOn[kind] ? "leaf" : "grey"}>{isOn[kind] ? "On" : "Off"}</Pill>
                  </Cell>
                  <Cell end>
                    <PostForm idempotencyKey={`${idempotencyKey}-push-${kind}`}>
                      <input type="hidden" name="kind" value={kind} />
                      <SubmitButton variant="quiet" intent={isOn[kind] ? "push-off" : "push-on"}>
                        {isOn[kind] ? "Stop" : "Start"}
                        <span className={visuallyHidden}> notices: {PUSH_WORDS[kind].name}</span>
                      </SubmitButton>
                    </PostForm>
                  </Cell>
                </Row>
              ))}
            </Table>
          </>
        ) : null}
      </Panel>
    </div>
  );
}

/** The form that the script of the page sends with the browser's subscription. */
function SubscribeForm({ publicKey, refusal }: { publicKey: string; refusal: Refused | undefined }) {
  const [form] = useForm<{ subscription: string }>({ id: "push", lastResult: refusal?.lastResult });
  return (
    <PostForm form={form} hidden {...{ [PUSH_KEY]: publicKey }}>
      <FormErrors form={form} labels={{ subscription: "This browser" }} />
      <p role="alert" hidden />
      <input type="hidden" name="subscription" defaultValue="" />
      <SubmitButton variant="quiet" intent="subscribe">
        Tell me in this browser
      </SubmitButton>
    </PostForm>
  );
}

function BrowserTable({ browsers, idempotencyKey }: Pick<PushPanelProps, "browsers" | "idempotencyKey">) {
  return (
    <Table caption="Browsers that show notices" head={["Browser", "Since", { title: "End", hidden: true }]}>
      {browsers.map(({ _id, device, since, endpointHash }) => (
        <Row key={_id}>
          <Cell place="lead">
            <b {...{ [PUSH_ENDPOINT]: endpointHash }}>{device}</b>
          </Cell>
          <Cell label="Since">{since}</Cell>
          <Cell end>
            <PostForm idempotencyKey={`${idempotencyKey}-${_id}`}>
              <input type="hidden" name="browser" value={_id} />
              <SubmitButton variant="quiet" intent="end-browser">
                End<span className={visuallyHidden}> notices in {device}</span>
              </SubmitButton>
            </PostForm>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
