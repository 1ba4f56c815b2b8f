import {
  code,
  comparedText,
  email,
  givenPassword,
  id,
  image,
  newPassword,
  optionalText,
  personName,
  phone,
} from "~/features/fields";
import { z } from "~/features/zod";
import { asciiDigits } from "~/features/ascii-digits";
import { plainSigns } from "~/platform/written";
import { postcodeProblem } from "./postcode";

/* Payloads, answers and form rules of everything about a person's account. Source: specification §3, §5, §7. */

export const privilege = z.enum(["buyer", "merchant", "operator"]);
export type Privilege = z.infer<typeof privilege>;

/**
 * The fields of the billing form and of a delivery address. Only the numbers are checked. Source: specification §5,
 * Billing form; the city and postcodes with letters are ours.
 */
export const billing = z
  .object({
    firstName: optionalText("First name", 80),
    lastName: optionalText("Last name", 80),
    companyName: optionalText("Company name", 120),
    streetAddress: optionalText("Street address", 200),
    city: optionalText("City", 80),
    countryRegion: optionalText("Country", 80),
    states: optionalText("State", 80),
    /** Letters are allowed where the country's postcodes have them. */
    zipCode: z
      .string({ error: "Zip code must be a text." })
      .overwrite((value) => plainSigns(asciiDigits(value)))
      .max(12, "Zip code can have at most 12 characters.")
      .default(""),
    /** Shown to readers of the address. Mails go to the account's address instead. */
    email: optionalText("Email", 254),
    telephone: phone("Phone", 20),
  })
  .superRefine(({ zipCode, countryRegion }, context) => {
    const message = postcodeProblem(zipCode, countryRegion);
    if (message) context.addIssue({ code: "custom", path: ["zipCode"], message });
  })
  .meta({ id: "Billing" });
export type Billing = z.infer<typeof billing>;

export const noBilling: Billing = billing.parse({});

export const user = z
  .object({
    _id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    telephone: z.string(),
    privilege,
    secondFactor: z
      .enum(["on", "off", "required"])
      .describe("Whether signing in takes more than the password; required: until then what the role opens is closed."),
    image: image.extend({ playback_url: z.string().optional() }).optional(),
    username: z.string(),
    storeName: z.string(),
    businessAddress: z.string(),
    businessCategory: z.array(z.string()).describe("Ids of categories."),
    storeStatus: z
      .enum(["active", "waiting", "suspended"])
      .optional()
      .describe("Of a merchant's store: only an active one is in the shop."),
    unreadConversations: z
      .number()
      .int()
      .describe("Conversations with messages that a buyer or a merchant has not read."),
    extras: billing,
    createdAt: z.string(),
  })
  .meta({ id: "User" });
export type User = z.infer<typeof user>;

const person = {
  firstName: personName("First Name"),
  lastName: personName("Last Name"),
  email,
};

const buyerSignUp = z.object({ ...person, password: newPassword, privilege: z.literal("buyer") });

const NO_CATEGORY = "At least one business category is required";

const store = {
  storeName: optionalText("Store name", 120),
  businessAddress: optionalText("Business address", 200),
  businessCategory: z
    .array(id, { error: NO_CATEGORY })
    .min(1, NO_CATEGORY)
    .max(100, "A store can have at most 100 business categories."),
};

const signIn = {
  username: optionalText("Username", 60),
  password: newPassword,
  confirmPassword: z.string({ error: "Confirm Password is required" }).min(1, "Confirm Password is required"),
};

const matching = (p: { password: string; confirmPassword: string }) => p.password === p.confirmPassword;
const DIFFERENT = { path: ["confirmPassword"], error: "Passwords do not match" };

const merchantSignUp = z
  .object({ ...person, ...store, ...signIn, privilege: z.literal("merchant") })
  .refine(matching, DIFFERENT);

/** The merchant's sign-up form, step by step. Source: specification §5, Merchant sign-up. */
export const merchantPersonForm = z.object(person);
export const merchantStoreForm = z.object(store);
export const merchantSignInForm = z.object(signIn).refine(matching, DIFFERENT);

/** The entries of the steps so far, valid or not, so that Back loses nothing. Never a password. */
export const signUpDraft = z
  .object({
    firstName: comparedText("First Name").default(""),
    lastName: comparedText("Last Name").default(""),
    email: comparedText("Email", 254).default(""),
    storeName: comparedText("Store name").default(""),
    businessAddress: comparedText("Business address").default(""),
    businessCategory: z.array(comparedText("Business category", 24)).max(100).default([]),
    username: comparedText("Username").default(""),
  })
  .meta({ id: "SignUpDraft" });
export type SignUpDraft = z.infer<typeof signUpDraft>;

/** A form that was posted when its session had just ended: its page and its entries. */
export const openedForm = z
  .object({
    page: z
      .string({ error: "A page is required." })
      .max(2000, "That address is too long.")
      .regex(/^\/[^\u0000-\u001f\\]*$/, "That is not a page of this site."),
    entries: z
      .array(
        z
          .tuple(
            [
              z.string({ error: "A name is a text." }).max(100, "That name is too long."),
              z.string({ error: "A value is a text." }).max(100_000, "That value is too long."),
            ],
            { error: "A field is a name and a value." },
          )
          // Tools that read the API's document need `items`, although it lists both places.
          .meta({ items: { type: "string" }, minItems: 2, maxItems: 2 }),
        { error: "The fields are required." },
      )
      .max(400, "That is more than a form has.")
      .describe("Names and values of the fields."),
  })
  .meta({ id: "OpenedForm" });
export type OpenedForm = z.infer<typeof openedForm>;
export const keptForm = openedForm.extend({ account: id }).meta({ id: "KeptForm" });
export type KeptForm = z.infer<typeof keptForm>;

export const signUp = z.discriminatedUnion("privilege", [buyerSignUp, merchantSignUp], {
  error: "privilege must be buyer or merchant.",
});
export type SignUp = z.infer<typeof signUp>;

/** The customer's sign-up form. */
export const customerSignUpForm = z.object({ ...person, password: newPassword });

export const login = z.object({
  email: comparedText("Email", 254).trim().toLowerCase(),
  password: z.string({ error: "Password is required" }).max(1000, "That password is too long."),
});
export const signInRequest = z.object({ email });
export const signInCode = z.object({ email, otp: code });
/** The sealed token of a mailed link. */
export const signInLink = z.object({
  link: z.string({ error: "The link is required" }).min(1, "This link is not complete.").max(1000),
});
export const loginAnswer = z.object({ token: z.string(), data: user });

export const ownSession = z
  .object({
    _id: z.string(),
    device: z.string().describe("What the browser called itself; empty where it is not known."),
    createdAt: z.string(),
    lastUsedAt: z.string(),
    current: z.boolean().describe("The one that asks."),
  })
  .meta({ id: "OwnSession" });
export type OwnSession = z.infer<typeof ownSession>;

export const verify = z.object({ email, otp: code });
/** The token of a mailed link. */
const link = z.string({ error: "The link is required" }).regex(/^[0-9a-f]{64}$/, "This link is not complete.");
export const verifyLink = z.object({ link });
export const verified = z.object({
  message: z.string(),
  email: z.string(),
  choosePassword: z
    .boolean()
    .describe("The sign-up was begun elsewhere: its password does not count, and a new one is to be chosen."),
});
export const resend = z.object({ email });
export const resetRequest = z.object({ email });
export const resetCheck = z.object({ email, otp: code });
export const resetPassword = z.object({ email, otp: code, password: newPassword });
export const resetByLink = z.object({ link, password: newPassword });
export const firstPassword = z.object({ email, password: newPassword });

/** The form of the last step of a reset. */
export const newPasswordForm = z
  .object({
    password: newPassword,
    confirmPassword: z.string({ error: "Confirm Password is required" }).min(1, "Confirm Password is required"),
  })
  .refine((p) => p.password === p.confirmPassword, { path: ["confirmPassword"], error: "Passwords do not match" });

export const changePassword = z
  .object({
    oldPassword: givenPassword,
    newPassword,
    confirmNewPassword: z.string({ error: "Confirm Password is required" }).min(1, "Confirm Password is required"),
  })
  .refine((p) => p.newPassword === p.confirmNewPassword, {
    path: ["confirmNewPassword"],
    error: "Passwords do not match",
  });

/** `PUT /user`, in addition to the picture. Fields that are not sent stay as they are. */
export const profile = z.object({
  firstName: personName("First Name").optional(),
  lastName: personName("Last Name").optional(),
  telephone: phone("Phone", 20).unwrap().optional(),
  username: optionalText("Username", 60).unwrap().optional(),
  storeName: optionalText("Store name", 120).unwrap().optional(),
  businessAddress: optionalText("Business address", 200).unwrap().optional(),
  businessCategory: z
    .array(id)
    .min(1, "At least one business category is required")
    .max(100, "A store can have at most 100 business categories.")
    .optional(),
});
export type Profile = z.infer<typeof profile>;

/** The customer's profile form. */
export const customerProfileForm = z.object({
  firstName: personName("First Name"),
  lastName: personName("Last Name"),
  telephone: phone("Phone", 20),
});

/** The merchant's profile form. */
export const merchantProfileForm = z.object({
  firstName: personName("First Name"),
  lastName: personName("Last Name"),
  telephone: phone("Phone", 20),
  username: optionalText("Username", 60),
  storeName: optionalText("Store name", 120),
  businessAddress: optionalText("Business address", 200),
  businessCategory: store.businessCategory,
});

/** Another address for an account. The password shows that the owner asks. */
export const changeEmail = z.object({ email, password: givenPassword });

export const deleteAccount = z.object({ password: givenPassword });
