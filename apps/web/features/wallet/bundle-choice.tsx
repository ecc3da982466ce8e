/**
 * Step 1: the bundles as cards with price, minutes, price per minute, discount and bonus, and an exact top-up for who
 * is short of credits.
 */
import { useId, useRef } from "react"
import type { Bundle, BundleTag } from "@foldcast/contracts/stream/wallet"
import { chosenBundle, shownBundles, shownTopUp } from "@foldcast/folds/wallet"
import { m } from "@foldcast/messages/messages"
import {
  formatCredits,
  formatMinutes,
  formatMoney,
  formatPercentage,
  formatPricePerMinute,
} from "@foldcast/messages/number-formats"
import { centsPerMinute, discountPercent, minutesOf } from "@foldcast/rules/money"
import { RadioCard, RadioCards } from "@foldcast/ui/radio-cards.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { selectWallet } from "../site/selectors.ts"
import { WalletStep } from "./wallet-step.tsx"

const TAG_TEXTS: Readonly<Record<BundleTag, () => string>> = {
  bestDeal: m.wallet_tag_best_deal,
  mostBought: m.wallet_tag_most_bought,
  firstTime: m.wallet_tag_first_time,
  default: m.wallet_tag_default,
}
/** A card has room for one tag: the first of these that the bundle carries. */
const TAG_ORDER = ["bestDeal", "mostBought", "firstTime", "default"] as const

const tagTextOf = ({ tags, label }: Bundle): string | null => {
  const tag = TAG_ORDER.find((candidate) => tags.includes(candidate))
  return tag === undefined ? label : TAG_TEXTS[tag]()
}

function BundleCard({ bundle }: { readonly bundle: Bundle }) {
  const locale = useLocale()
  const perMinute = centsPerMinute(bundle)
  const discount = discountPercent(bundle)
  const tag = tagTextOf(bundle)
  return (
    <RadioCard value={bundle.id} className="bundle-card">
      <span className="bundle-card__lines tabular">
        <span className="bundle-card__line">
          <span className="bundle-card__minutes">
            <TextRun>{`${formatMinutes(minutesOf(bundle.credits), locale)} `}</TextRun>
            {tag !== null && (
              <span className="bundle-card__tag">
                <TextRun>{tag}</TextRun>
              </span>
            )}
          </span>
          <span className="bundle-card__price" translate="no">
            {` ${formatMoney(bundle.costCents, locale)} `}
          </span>
        </span>
        <span className="bundle-card__line bundle-card__details">
          <span translate="no">{`${formatCredits(bundle.credits, locale)} `}</span>
          {perMinute !== null && <TextRun>{`${formatPricePerMinute(perMinute, locale)} `}</TextRun>}
        </span>
        {(bundle.bonusMinutes > 0 || discount > 0) && (
          <span className="bundle-card__line bundle-card__gain">
            {bundle.bonusMinutes > 0 && (
              <TextRun>
                {`${m.wallet_bonus({ minutes: formatMinutes(bundle.bonusMinutes, locale) })} `}
              </TextRun>
            )}
            {discount > 0 && (
              <span className="bundle-card__discount">
                <TextRun>
                  {m.wallet_discount({ percentage: formatPercentage(discount, locale) })}
                </TextRun>
              </span>
            )}
          </span>
        )}
      </span>
    </RadioCard>
  )
}

/** For who is short of credits: what that costs, and why it is more than they are short of where it is. */
function TopUpCard({ topUp }: { readonly topUp: Bundle }) {
  const locale = useLocale()
  const { short } = useSite(selectWallet)
  const credits = formatCredits(topUp.credits, locale)
  const missing = formatCredits(short ?? topUp.credits, locale)
  return (
    <RadioCard value={topUp.id} className="bundle-card">
      <span className="bundle-card__lines tabular">
        <span className="bundle-card__line">
          <span className="bundle-card__minutes" translate="no">
            {credits}
          </span>
          <span className="bundle-card__price" translate="no">
            {` ${formatMoney(topUp.costCents, locale)} `}
          </span>
        </span>
        <span className="bundle-card__details">
          <TextRun>
            {short === topUp.credits
              ? m.wallet_top_up_exact({ missing })
              : m.wallet_top_up_smallest({ missing, credits })}
          </TextRun>
        </span>
      </span>
    </RadioCard>
  )
}

export interface BundleChoiceProps {
  /** Called after a choice; says whether it was made by keyboard. */
  readonly onChosen: (byKeyboard: boolean) => void
}

export function BundleChoice({ onChosen }: BundleChoiceProps) {
  const { dispatch } = useRuntime()
  const bundles = useSite(shownBundles)
  const topUp = useSite(shownTopUp)
  const chosen = useSite(chosenBundle)
  const heading = useId()
  const section = useRef<HTMLElement>(null)
  return (
    <WalletStep ref={section} step={1} heading={heading} title={m.wallet_step_bundle()}>
      <RadioCards
        aria-labelledby={heading}
        value={chosen?.id ?? null}
        onChange={(bundleId) => {
          dispatch({ _tag: "BundleChosen", bundleId })
          onChosen(section.current?.querySelector(":focus-visible") instanceof Element)
        }}
      >
        {bundles.map((bundle) => (
          <BundleCard key={bundle.id} bundle={bundle} />
        ))}
        {topUp !== null && <TopUpCard topUp={topUp} />}
      </RadioCards>
    </WalletStep>
  )
}
