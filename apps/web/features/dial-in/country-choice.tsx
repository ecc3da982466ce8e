/**
 * Where the caller calls from. The gateway puts the visitor's own country first; on a phone, which is told no list, the
 * country of the first number is (DIALIN-31).
 */
import { useId } from "react"
import { countriesFrom, DIAL_IN_COUNTRIES, type DialInCountry } from "@foldcast/contracts/phone"
import type { DialInNumber } from "@foldcast/contracts/stream/dial-in"
import { m } from "@foldcast/messages/messages"
import { formatPricePerMinute } from "@foldcast/messages/number-formats"
import { RadioCard, RadioCards } from "@foldcast/ui/radio-cards.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { COUNTRY_NAMES, isDoubled } from "./countries.ts"
import { CountryFlag } from "./country-flag.tsx"

export interface CountryChoiceProps {
  /** In their order; null: not told, as on a phone. */
  readonly numbers: ReadonlyArray<DialInNumber> | null
  /** Of the first number that was shown; null: none yet. */
  readonly first: DialInCountry | null
  readonly chosen: DialInCountry | null
  readonly onChoose: (country: DialInCountry) => void
}

function Terms({ number }: { readonly number: DialInNumber }) {
  const locale = useLocale()
  return (
    <span className="dial-in__terms-of tabular">
      <span translate="no">{number.number}</span>
      <TextRun>{` · ${formatPricePerMinute(number.tariffCents, locale)}`}</TextRun>
    </span>
  )
}

export function CountryChoice({ numbers, first, chosen, onChoose }: CountryChoiceProps) {
  const label = useId()
  const offered = numbers?.map(({ country }) => country) ?? countriesFrom(first)
  return (
    <div className="dial-in__countries">
      <span id={label} className="dial-in__label">
        {m.dial_in_country()}
      </span>
      <RadioCards
        {...(numbers === null && { className: "country-cards--short" })}
        aria-labelledby={label}
        value={chosen}
        onChange={(value) => {
          const country = DIAL_IN_COUNTRIES.find((known) => known === value)
          if (country !== undefined) onChoose(country)
        }}
      >
        {offered.map((country, index) => {
          const number = numbers?.[index]
          return (
            <RadioCard key={country} value={country} className="country-card">
              <CountryFlag country={country} />
              <span className="country-card__lines">
                <span className="country-card__name">
                  <TextRun>{COUNTRY_NAMES[country]()}</TextRun>
                </span>
                {number !== undefined && <Terms number={number} />}
                {isDoubled(country) && (
                  <span className="country-card__tag">
                    <TextRun>{m.dial_in_double()}</TextRun>
                  </span>
                )}
              </span>
            </RadioCard>
          )
        })}
      </RadioCards>
    </div>
  )
}
