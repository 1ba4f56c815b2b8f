import type { FormProps, useFetcher } from "@remix-run/react";

export type FetcherFormProps = Omit<FormProps, "method"> & {
  fetcher: ReturnType<typeof useFetcher>;
  /** Sent along as `_key`, so that a post repeated by a flaky line is done once. */
  idempotencyKey?: string | null | undefined;
};

/** A form that changes something in place, such as a heart; without scripts it is a plain post like any other. */
export function FetcherForm({ fetcher, idempotencyKey, children, ...rest }: FetcherFormProps) {
  return (
    <fetcher.Form {...rest} method="post">
      {idempotencyKey ? <input type="hidden" name="_key" value={idempotencyKey} /> : null}
      {children}
    </fetcher.Form>
  );
}
