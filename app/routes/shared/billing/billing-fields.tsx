import { getSelectProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { addressFormat, neededOfPlace, type AddressPart } from "~/features/accounts/address-format-schema";
import type { Billing } from "~/features/accounts/schema";
import { Button } from "~/ui/button/button";
import type { AnyField } from "~/ui/field/conform-field";
import { Field, Fields, Select } from "~/ui/field/field";
import { CITY_OF, FIRST_CHOICE, POSTCODE_OF, REGIONS_IN, REGIONS_OF } from "~/ui/regions/contract";
import { FreeField, DIGITS } from "./free-field";
import * as styles from "./styles.css";

/** Labels in a summary of errors, for fields whose names do not say enough. `prefix` as below. */
export function billingLabels(prefix?: string): Record<string, string> {
  const before = prefix ? `${prefix}.` : "";
  return {
    [`${before}countryRegion`]: "Country / Region",
    [`${before}telephone`]: "Phone",
  };
}

/** The value of `intent` that the Update regions button posts. */
export function regionsIntent(prefix?: string): string {
  return prefix ? `${prefix}-regions` : "regions";
}

export interface BillingFieldsProps {
  fields: Record<keyof Billing, AnyField>;
  countries: readonly string[];
  /** The regions of the country that is chosen when the page is rendered. */
  regions: readonly string[];
  /**
   * "shipping" for a second address in the same form: the prefix of its button's intent and of the browser's autofill.
   */
  prefix?: string;
  /** Whether the fields that a parcel needs to arrive are required. */
  required?: boolean;
  /** Like `required`, but the fields may be hidden. Then only the server can tell whether they are needed. */
  requiredIfShown?: boolean;
}

/**
 * The fields of an address. Update regions posts the form as `intent=regions` (with the prefix: `shipping-regions`).
 * Answer it with `asTyped(form)` and the `regionsOf` its country. With scripts, the list follows the country by itself
 * (`app/browser/regions.ts`).
 */
export function BillingFields({
  fields,
  countries,
  regions,
  prefix,
  required = false,
  requiredIfShown = required,
}: BillingFieldsProps) {
  const fill = (autocomplete: string) => (prefix ? `${prefix} ${autocomplete}` : `billing ${autocomplete}`);
  const country = String(fields.countryRegion.initialValue ?? "");
  const { key: countryKey, ...countryProps } = getSelectProps(fields.countryRegion);
  const { key: stateKey, ...stateProps } = getSelectProps(fields.states);
  const format = addressFormat(country);
  const { names } = format;
  // If some fields are required, the others are marked as optional. If none is, the form says so once.
  const free = { required: false, optional: requiredIfShown };
  const placeFields: Record<AddressPart, ReactNode> = {
    city: (
      <FreeField
        key="city"
        field={fields.city}
        label={names.city}
        hint={requiredIfShown ? neededOfPlace(format) : undefined}
        autoComplete={fill("address-level2")}
        enterKeyHint="next"
      />
    ),
    states: (
      <Field
        key="states"
        id={fields.states.id}
        label={names.states}
        optional={requiredIfShown}
        error={fields.states.errors}
      >
        <Select
          key={stateKey}
          {...stateProps}
          required={false}
          options={regions}
          placeholder={FIRST_CHOICE[regions.length > 0 ? "some" : "none"]}
          autoComplete={fill("address-level1")}
          {...{ [REGIONS_OF]: country }}
        />
      </Field>
    ),
    zipCode: (
      <FreeField
        key="zipCode"
        field={fields.zipCode}
        label={names.zipCode}
        autoCapitalize="characters"
        autoComplete={fill("postal-code")}
        enterKeyHint="next"
      />
    ),
  };
  return (
    <Fields>
      <Field id={fields.countryRegion.id} label="Country / Region" full error={fields.countryRegion.errors}>
        <div className={styles.country}>
          <Select
            key={countryKey}
            {...countryProps}
            required={required}
            // A name that is not on the list was saved by another program. It stays until another one is chosen.
            options={country && !countries.includes(country) ? [country, ...countries] : countries}
            placeholder="Choose a country"
            autoComplete={fill("country-name")}
            {...{ [REGIONS_IN]: fields.states.id, [POSTCODE_OF]: fields.zipCode.id, [CITY_OF]: fields.city.id }}
          />
          {/* Hidden if scripts can run, unless they fail: it would disappear under the finger otherwise. */}
          <Button
            variant="quiet"
            name="intent"
            value={regionsIntent(prefix)}
            formNoValidate
            className={styles.unscripted}
          >
            Update regions
          </Button>
        </div>
      </Field>
      <FreeField
        field={fields.firstName}
        label="First name"
        required={required}
        autoComplete={fill("given-name")}
        enterKeyHint="next"
      />
      <FreeField
        field={fields.lastName}
        label="Last name"
        required={required}
        autoComplete={fill("family-name")}
        enterKeyHint="next"
      />
      <FreeField
        field={fields.companyName}
        label="Company name"
        optional
        full
        autoComplete={fill("organization")}
        enterKeyHint="next"
      />
      <FreeField
        field={fields.streetAddress}
        label="Street address"
        required={required}
        full
        autoComplete={fill("street-address")}
        enterKeyHint="next"
      />
      {format.order.map((part) => placeFields[part])}
      <FreeField
        field={fields.email}
        label="Email"
        {...free}
        inputMode="email"
        autoCapitalize="none"
        autoComplete={fill("email")}
        enterKeyHint="next"
      />
      <FreeField
        field={fields.telephone}
        label="Phone"
        {...free}
        {...DIGITS}
        // With a pattern, the browser could not send a form in which these fields are hidden.
        pattern={required === requiredIfShown ? DIGITS.pattern : undefined}
        type="tel"
        autoComplete={fill("tel")}
        enterKeyHint="done"
      />
    </Fields>
  );
}
