import { getSelectProps } from "@conform-to/react";
import { useEffect, useRef } from "react";
import type { Billing } from "~/features/accounts/schema";
import { Button } from "~/ui/button/button";
import type { AnyField } from "~/ui/field/conform-field";
import { Field, Fields, Select } from "~/ui/field/field";
import { useHydrated } from "~/ui/hydrated/hydrated";
import { FreeField, DIGITS } from "./free-field";
import * as styles from "./styles.css";
import { useRegions } from "./use-regions";

/** What those fields are called in a summary of errors whose names do not tell. `prefix` as below. */
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
  /** Of the country that is chosen when the page is rendered. */
  regions: readonly string[];
  /**
   * "shipping": tells a second address of the same form apart, in its button's intent and for the browser's filling
   * in.
   */
  prefix?: string;
  /** What a parcel cannot arrive without must be given. */
  required?: boolean;
}

/**
 * An address as the billing form asks for it. Update regions posts the form as `intent=regions` (`shipping-regions`
 * with that prefix): answer it with `asTyped(form)` and `regionsOf` the country in it. Where scripts run the list
 * follows the country by itself: the page's loader has to answer `regions` for `?country=`, and its `clientLoader`
 * has to be `keepPageWithoutRegions`.
 */
export function BillingFields({ fields, countries, regions: given, prefix, required = false }: BillingFieldsProps) {
  const hydrated = useHydrated();
  const { regions, loading, failed, choose } = useRegions(given);
  const fill = (what: string) => (prefix ? `${prefix} ${what}` : `billing ${what}`);
  const country = String(fields.countryRegion.initialValue ?? "");
  // A country that was chosen before the scripts came.
  const first = useRef({ id: fields.countryRegion.id, country, choose });
  useEffect(() => {
    const list = document.getElementById(first.current.id);
    if (list instanceof HTMLSelectElement && list.value !== first.current.country) first.current.choose(list.value);
  }, []);
  const { key: countryKey, ...countryProps } = getSelectProps(fields.countryRegion);
  const { key: stateKey, ...stateProps } = getSelectProps(fields.states);
  // Where some fields are required, those that are not say so; where none is, the form says it once.
  const free = { required: false, optional: required };
  return (
    <Fields>
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
      <FreeField
        field={fields.city}
        label="City"
        {...free}
        full
        autoComplete={fill("address-level2")}
        enterKeyHint="next"
      />
      <Field id={fields.countryRegion.id} label="Country / Region" full error={fields.countryRegion.errors}>
        <div className={styles.country}>
          <Select
            key={countryKey}
            {...countryProps}
            required={required}
            // A name that is not on the list was saved by another program; it is kept until another one is chosen.
            options={country && !countries.includes(country) ? [country, ...countries] : countries}
            placeholder="Choose a country"
            autoComplete={fill("country-name")}
            onChange={(event) => choose(event.target.value)}
          />
          {hydrated && !failed ? null : (
            // Not there at all where scripts can run: it would go away under the finger once they do.
            <Button
              variant="quiet"
              name="intent"
              value={regionsIntent(prefix)}
              formNoValidate
              className={failed ? undefined : styles.unscripted}
            >
              Update regions
            </Button>
          )}
        </div>
      </Field>
      <Field id={fields.states.id} label="States" optional={required} error={fields.states.errors}>
        <Select
          key={stateKey}
          {...stateProps}
          required={false}
          options={regions}
          placeholder={loading ? "Loading..." : regions.length > 0 ? "Choose a state" : "No states to choose from"}
          aria-busy={loading || undefined}
          autoComplete={fill("address-level1")}
        />
      </Field>
      <FreeField
        field={fields.zipCode}
        label="Zip code"
        {...free}
        autoCapitalize="characters"
        autoComplete={fill("postal-code")}
        enterKeyHint="next"
      />
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
        type="tel"
        autoComplete={fill("tel")}
        enterKeyHint="done"
      />
    </Fields>
  );
}
