/// <reference types="@remix-run/node" />
import "@remix-run/server-runtime";

declare module "@remix-run/server-runtime" {
  // Tells the types of loaders and actions that answers are serialised by single fetch.
  interface Future {
    v3_singleFetch: true;
  }
}
