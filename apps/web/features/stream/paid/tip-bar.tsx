/** Tips: the listed ones at a press, other amounts and toy tips in a window. */
import { Coins } from "lucide-react"
import { useState } from "react"
import { QUICK_TIPS, type TipType } from "@foldcast/contracts/chat-rules"
import { isPending } from "@foldcast/folds/pending"
import type { SiteState } from "@foldcast/folds/site-state"
import type { TipOutcome } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { formatCount, formatCredits } from "@foldcast/messages/number-formats"
import { AlertDialog } from "@foldcast/ui/alert-dialog.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useRuntime, useSite } from "../../../runtime/react.tsx"
import { useLocale } from "../../site/page-frame-context.tsx"
import { shownPrice } from "./credit-price.ts"
import { TIP_NAMES } from "./tip-names.ts"
import { MemberButton } from "./member-button.tsx"
import { tipRefusal } from "../room/refusal-texts.ts"
import { TIP_ICONS } from "./tip-icons.ts"
import { tipThresholdOf } from "./tip-threshold.ts"
import { TipWindow } from "./tip-window.tsx"
import { usePressCooldown } from "./use-press-cooldown.ts"

/** A tip of credits, or a toy tip, which its amount identifies. */
export type WantedTip =
  | {
      readonly _tag: "Credits"
      readonly amount: number
      readonly tipType: TipType
      readonly message: string
      readonly isPublic: boolean
    }
  | { readonly _tag: "Toy"; readonly amount: number }

const isCreditsPending = isPending("SendTip")
const isToyPending = isPending("SendToyTip")
const isTipPending = (state: SiteState) => isCreditsPending(state) || isToyPending(state)

export interface TipBarProps {
  readonly name: string
  readonly performerId: string
  readonly tip: TipOutcome
  /** Identifies the controls around it: when they change, tips pause for a moment (use-press-cooldown.ts). */
  readonly place: string
  /** Null where the performer has no toy. */
  readonly toySecondsPerLevel: number | null
}

const newsOf = (tip: TipOutcome, name: string, credits: (amount: number) => string) => {
  switch (tip._tag) {
    case "Given":
      return m.tip_given({ credits: credits(tip.amount) })
    case "Refused":
      return tipRefusal(tip.label, name)
    case "Unknown":
      return m.tip_unknown()
    case "None":
      return null
  }
}

export function TipBar({ name, performerId, tip, place, toySecondsPerLevel }: TipBarProps) {
  const locale = useLocale()
  const { send, drafts } = useRuntime()
  const isGiving = useSite(isTipPending)
  const [isOpen, setOpen] = useState(false)
  const [asked, setAsked] = useState<WantedTip | null>(null)
  const giveNone = () => {
    setAsked(null)
  }
  const { isHeld, press } = usePressCooldown(place)
  const credits = (amount: number) => formatCredits(amount, locale)

  const give = (wanted: WantedTip) => {
    setAsked(null)
    setOpen(false)
    // A double press gives one tip.
    if (isGiving || !press()) return
    if (wanted._tag === "Toy") {
      send({ _tag: "SendToyTip", performerId, amount: wanted.amount })
      return
    }
    const { amount, tipType, message, isPublic } = wanted
    send({ _tag: "SendTip", performerId, amount, tipType, message, isPublic })
  }
  const want = (wanted: WantedTip) => {
    if (isHeld) return
    if (wanted.amount > tipThresholdOf(drafts)) setAsked(wanted)
    else give(wanted)
  }

  return (
    <div className="tips" role="group" aria-label={m.tip_bar()}>
      <div className="tips__row">
        {QUICK_TIPS.map(({ amount, tipType, icon }) => {
          const Icon = TIP_ICONS[icon]
          return (
            <MemberButton
              key={tipType}
              aria-disabled={isHeld}
              aria-label={m.tip_quick({ kind: TIP_NAMES[tipType](), credits: credits(amount) })}
              onMemberPress={() => {
                want({ _tag: "Credits", amount, tipType, message: "", isPublic: true })
              }}
            >
              <Icon size={16} aria-hidden="true" />
              <span className="tips__kind">{TIP_NAMES[tipType]()}</span>
              <span className="tabular">{formatCount(amount, locale)}</span>
            </MemberButton>
          )
        })}
        <MemberButton
          onMemberPress={() => {
            setOpen(true)
          }}
        >
          <Coins size={16} aria-hidden="true" />
          {m.tip_more()}
        </MemberButton>
      </div>
      <p role="status">
        <TextRun>{newsOf(tip, name, credits)}</TextRun>
      </p>
      {isOpen && (
        <TipWindow
          name={name}
          toySecondsPerLevel={toySecondsPerLevel}
          isHeld={isHeld}
          onClose={() => {
            setOpen(false)
          }}
          onWant={want}
        />
      )}
      {asked !== null && (
        <AlertDialog
          isOpen
          title={m.tip_confirm_title({ credits: credits(asked.amount) })}
          onEscape={giveNone}
        >
          <div className="stream-window">
            <p>{m.tip_confirm(shownPrice(asked.amount, locale))}</p>
            <div className="actions__row">
              <Button autoFocus onPress={giveNone}>
                {m.tip_cancel()}
              </Button>
              <Button
                variant="primary"
                onPress={() => {
                  give(asked)
                }}
              >
                {m.tip_give(shownPrice(asked.amount, locale))}
              </Button>
            </div>
          </div>
        </AlertDialog>
      )}
    </div>
  )
}
