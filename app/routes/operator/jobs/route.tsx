import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { read } from "~/api/client";
import { misreadIn, pageRule } from "~/routes/shared/misread";
import { titled } from "~/routes/shared/titles";
import { formKey, postedForm } from "~/session/form.server";
import { guarded, sessionOf } from "~/session/session.server";
import { visuallyHidden } from "~/styles/layout.css";
import { soft } from "~/styles/text.css";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Misread } from "~/ui/misread/misread";
import { Panel } from "~/ui/panel/panel";
import { Cell, Row, Table } from "~/ui/table/table";
import { act } from "../act.server";
import { useOverview } from "../area/route";
import { listAddress, pageIn, pagesOf } from "../list-address";
import * as styles from "../operator.css";
import { Pages } from "../pages";
import { momentOf } from "../times.server";

export const meta = titled("Jobs");

const PATH = "/operator/jobs";
const ROWS = 20;

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  await session.require("operator");
  const search = new URL(args.request.url).searchParams;
  const page = pageIn(search);
  const { data } = await guarded(session, () =>
    read(session.api().operator.jobs.$get({ query: { page: String(page) } })),
  );
  const pages = pagesOf(data.total, ROWS);
  if (page > pages) throw redirect(listAddress(PATH, {}, pages));
  return {
    misread: misreadIn(search, [pageRule]),
    page,
    pages,
    jobs: data.docs.map((job) => ({ ...job, died: momentOf(session, job.diedAt) })),
    key: formKey(),
  };
}

export async function action(args: ActionFunctionArgs) {
  const form = await postedForm(args.request);
  return act(args, { to: PATH }, (session) =>
    read(session.api(form.get("_key")).operator.jobs[":id"].retry.$post({ param: { id: String(form.get("job")) } })),
  );
}

export default function Jobs() {
  const { misread, page, pages, jobs, key } = useLoaderData<typeof loader>();
  const waiting = useOverview()?.waitingJobs ?? 0;
  return (
    <>
      <h1>Jobs</h1>
      <Misread sentences={misread} />
      <p className={soft}>
        {waiting === 0
          ? "No mail, refund or other job waits just now."
          : `${waiting} ${waiting === 1 ? "job waits" : "jobs wait"} to be done; they are done by themselves.`}
      </p>
      <Panel title="Failed for good">
        {jobs.length > 0 ? (
          <Table
            caption="Jobs that failed for good, newest first"
            head={[
              "Job",
              "What went wrong",
              { title: "Tries", end: true },
              "Given up",
              { title: "Retry", hidden: true },
            ]}
          >
            {jobs.map(({ _id, kind, lastError, attempts, diedAt, died }) => (
              <Row key={_id}>
                <Cell place="lead">
                  <b>{kind}</b>
                </Cell>
                <Cell label="What went wrong" className={styles.breaking}>
                  {lastError || "–"}
                </Cell>
                <Cell label="Tries" end num>
                  {attempts}
                </Cell>
                <Cell label="Given up">
                  <time dateTime={diedAt}>{died}</time>
                </Cell>
                <Cell end>
                  <PostForm idempotencyKey={`${key}-${_id}`}>
                    <input type="hidden" name="job" value={_id} />
                    <SubmitButton variant="quiet">
                      Retry
                      <span className={visuallyHidden}>
                        {" "}
                        {kind} of {died}
                      </span>
                    </SubmitButton>
                  </PostForm>
                </Cell>
              </Row>
            ))}
          </Table>
        ) : (
          <EmptyState
            title="Nothing failed"
            text="A job that failed at every try, such as a mail that nobody takes, waits here for you."
          />
        )}
        <Pages path={PATH} page={page} pages={pages} label="Pages of jobs" />
      </Panel>
    </>
  );
}
