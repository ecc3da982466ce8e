/** The tips of the list with what each does, one of any amount with a message, and toy tips with their strength. */
import { type FormEvent, useState } from "react"
import { MESSAGE_LENGTH, QUICK_TIPS, TOY_TIPS, TYPED_TIP } from "@foldcast/contracts/chat-rules"
import { m } from "@foldcast/messages/messages"
import { formatCount, formatCredits } from "@foldcast/messages/number-formats"
import { hasNothingToSee } from "@foldcast/rules/invisible-marks"
import { Button } from "@foldcast/ui/button.tsx"
import { Checkbox } from "@foldcast/ui/checkbox.tsx"
import { TextField } from "@foldcast/ui/text-field.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useRuntime, useSite } from "../../../runtime/react.tsx"
import { useLocale } from "../../site/page-frame-context.tsx"
import { SiteDialog } from "../../site/site-window.tsx"
import { selectBalance } from "../../site/selectors.ts"
import { shownPrice } from "./credit-price.ts"
import { INTENSITY_NAMES, TIP_NAMES, TIP_TEXTS } from "./tip-names.ts"
import { TIP_ICONS } from "./tip-icons.ts"
import { keepTipThreshold, TIP_THRESHOLDS, tipThresholdOf } from "./tip-threshold.ts"
import { listedTip, listedTipName, type WantedTip } from "./wanted-tip.ts"

/** Also with a separator of thousands, as the page writes amounts. */
const WHOLE = /^(?:\d{1,6}|\d{1,3}[.,\s]\d{3})$/u

/** Null: not whole, too small or too large. */
const amountIn = (typed: string): number | null => {
  const amount = WHOLE.test(typed.trim()) ? Number(typed.replaceAll(/\D/gu, "")) : Number.NaN
  return amount >= TYPED_TIP.minimum && amount <= TYPED_TIP.maximum ? amount : null
}

export interface TipWindowProps {
  readonly name: string
  /** Null where the performer has no toy. */
  readonly toySecondsPerLevel: number | null
  /** Presses give nothing. */
  readonly isOff: boolean
  readonly onClose: () => void
  readonly onWant: (tip: WantedTip) => void
}

function Threshold() {
  const locale = useLocale()
  const { drafts } = useRuntime()
  const [threshold, setThreshold] = useState(() => tipThresholdOf(drafts))
  return (
    <label className="tips__threshold">
      <TextRun>{m.tip_threshold()}</TextRun>
      <select
        value={threshold}
        onChange={({ target }) => {
          keepTipThreshold(drafts, Number(target.value))
          setThreshold(Number(target.value))
        }}
      >
        {TIP_THRESHOLDS.map((one) => (
          <option key={one} value={one}>
            {formatCredits(one, locale)}
          </option>
        ))}
      </select>
    </label>
  )
}

function Gifts({ name, isOff, onWant }: Pick<TipWindowProps, "isOff" | "name" | "onWant">) {
  const locale = useLocale()
  return (
    <section className="tips__gifts" aria-labelledby="gifts">
      <h3 id="gifts">{m.tip_gifts()}</h3>
      {QUICK_TIPS.map((tip) => {
        const { amount, tipType, icon } = tip
        const Icon = TIP_ICONS[icon]
        return (
          <Button
            key={tipType}
            wide
            className="tips__gift"
            aria-disabled={isOff}
            aria-label={listedTipName(tip, locale)}
            aria-describedby={`gift-${tipType}`}
            onPress={() => {
              onWant(listedTip(tip))
            }}
          >
            <Icon size={24} aria-hidden="true" />
            <span className="tips__does">
              <span className="tips__name">
                <TextRun>{TIP_NAMES[tipType]()}</TextRun>
              </span>
              <span className="tips__text" id={`gift-${tipType}`}>
                <TextRun>{TIP_TEXTS[tipType]({ name })}</TextRun>
              </span>
            </span>
            <span className="tips__amount tabular">
              <TextRun>{formatCount(amount, locale)}</TextRun>
              <span className="tips__euro">
                <TextRun>{`≈ ${shownPrice(amount, locale).price}`}</TextRun>
              </span>
            </span>
          </Button>
        )
      })}
    </section>
  )
}

export function TipWindow({ name, toySecondsPerLevel, isOff, onClose, onWant }: TipWindowProps) {
  const locale = useLocale()
  const balance = useSite(selectBalance)
  const [typed, setTyped] = useState("")
  const [message, setMessage] = useState("")
  const [isPublic, setPublic] = useState(true)
  const [isTried, setTried] = useState(false)
  const amount = amountIn(typed)
  const isUnseen = hasNothingToSee(message)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (amount !== null && !isUnseen)
      onWant({ _tag: "Credits", amount, tipType: "gift", message, isPublic })
  }
  return (
    <SiteDialog
      layer="tip"
      isOpen
      onClose={onClose}
      title={m.tip_window({ name })}
      closeLabel={m.receipt_close()}
    >
      <div className="stream-window">
        {balance !== null && (
          <p className="tips__balance tabular">
            <TextRun>{`${m.wallet_balance()} `}</TextRun>
            <strong translate="no">{formatCredits(balance, locale)}</strong>
          </p>
        )}
        <Gifts name={name} isOff={isOff} onWant={onWant} />
        <form className="tips__form" noValidate onSubmit={submit} aria-labelledby="own-tip">
          <h3 id="own-tip">{m.tip_own()}</h3>
          <TextField
            label={m.tip_amount()}
            hint={m.tip_amount_hint()}
            inputMode="numeric"
            value={typed}
            onChange={setTyped}
            error={isTried && amount === null ? m.tip_amount_invalid() : null}
          />
          <TextField
            label={m.tip_message()}
            limit={{
              maxLength: MESSAGE_LENGTH.maximum,
              cutText: m.field_cut({ count: formatCount(MESSAGE_LENGTH.maximum, locale) }),
            }}
            value={message}
            onChange={setMessage}
            error={isTried && isUnseen ? m.nothing_to_see() : null}
          />
          <Checkbox isSelected={isPublic} onChange={setPublic}>
            {m.tip_public()}
          </Checkbox>
          <Threshold />
          <div className="tips__foot">
            <Button type="submit" variant="primary" wide aria-disabled={isOff}>
              {amount === null ? m.tip_bar() : m.tip_give(shownPrice(amount, locale))}
            </Button>
          </div>
        </form>
        {toySecondsPerLevel !== null && (
          <section className="tips__toys" aria-labelledby="toy-tips">
            <h3 id="toy-tips">{m.tip_toy()}</h3>
            {TOY_TIPS.map(({ amount: credits, intensity, level, icon }) => {
              const Icon = TIP_ICONS[icon]
              return (
                <Button
                  key={intensity}
                  wide
                  aria-disabled={isOff}
                  onPress={() => {
                    onWant({ _tag: "Toy", amount: credits })
                  }}
                >
                  <Icon size={20} aria-hidden="true" />
                  {m.tip_toy_one({
                    intensity: INTENSITY_NAMES[intensity](),
                    credits: formatCredits(credits, locale),
                    level: formatCount(level, locale),
                    seconds: formatCount(level * toySecondsPerLevel, locale),
                  })}
                </Button>
              )
            })}
          </section>
        )}
      </div>
    </SiteDialog>
  )
}
