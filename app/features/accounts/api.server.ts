import { newApi } from "~/platform/http/api.server";
import { keptFormsApi } from "./kept-forms-api.server";
import { passwordApi } from "./password-api.server";
import { personalTokensApi } from "./personal-tokens-api.server";
import { profileApi } from "./profile-api.server";
import { sessionsApi } from "./sessions-api.server";
import { signUpApi } from "./sign-up-api.server";

export const accountsApi = newApi()
  .route("/", signUpApi)
  .route("/", profileApi)
  .route("/", passwordApi)
  .route("/", sessionsApi)
  .route("/", personalTokensApi)
  .route("/", keptFormsApi);
