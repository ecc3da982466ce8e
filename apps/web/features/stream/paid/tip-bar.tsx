/** Tips: the listed ones at a press, other amounts and toy tips in a window. */
import { Coins } from "lucide-react"
import { useEffect, useState } from "react"
import { QUICK_TIPS } from "@foldcast/contracts/chat-rules"
import { isPending } from "@foldcast/folds/pending"
import type { SiteState } from "@foldcast/folds/site-state"
import { m } from "@foldcast/messages/messages"
import { formatCount, formatCredits } from "@foldcast/messages/number-formats"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { askedTip } from "../../../runtime/asked-tip.ts"
import { useRuntime, useSite } from "../../../runtime/react.tsx"
import { useLocale } from "../../site/page-frame-context.tsx"
import { selectBalance } from "../../site/selectors.ts"
import { shownPrice } from "./credit-price.ts"
import { TIP_NAMES } from "./tip-names.ts"
import { MemberButton } from "./member-button.tsx"
import { useDocumentRoom } from "../room/document-room.ts"
import { RoomQuestion } from "../room/room-question.tsx"
import { TIP_ICONS } from "./tip-icons.ts"
import { tipThresholdOf } from "./tip-threshold.ts"
import { TipWindow } from "./tip-window.tsx"
import { usePressCooldown } from "./use-press-cooldown.ts"
import { listedTip, listedTipName, type WantedTip } from "./wanted-tip.ts"

const isCreditsPending = isPending("SendTip")
const isToyPending = isPending("SendToyTip")
const isTipPending = (state: SiteState) => isCreditsPending(state) || isToyPending(state)

export interface TipBarProps {
  readonly name: string
  readonly performerId: string
  /** Identifies the controls around it: when they change, tips pause for a moment (use-press-cooldown.ts). */
  readonly place: string
  /** She sees no tip now: the buttons are off (room-notes.tsx says why). */
  readonly isClosed: boolean
  /** Null where the performer has no toy. */
  readonly toySecondsPerLevel: number | null
}

interface QuickTipsProps {
  readonly name: string
  /** Presses give nothing. */
  readonly isOff: boolean
  readonly onWant: (tip: WantedTip) => void
}

function QuickTips({ name, isOff, onWant }: QuickTipsProps) {
  const locale = useLocale()
  return QUICK_TIPS.map((tip) => {
    const { amount, tipType, icon } = tip
    const Icon = TIP_ICONS[icon]
    return (
      <MemberButton
        key={tipType}
        action="tip"
        name={name}
        className="tips__quick"
        aria-disabled={isOff}
        aria-label={listedTipName(tip, locale)}
        onMemberPress={() => {
          onWant(listedTip(tip))
        }}
      >
        <Icon size={16} aria-hidden="true" />
        <span className="tips__kind">{TIP_NAMES[tipType]()}</span>
        <span className="tabular">{formatCount(amount, locale)}</span>
      </MemberButton>
    )
  })
}

interface TipQuestionProps {
  readonly amount: number
  readonly onCancel: () => void
  readonly onGive: () => void
}

function TipQuestion({ amount, onCancel, onGive }: TipQuestionProps) {
  const locale = useLocale()
  return (
    <RoomQuestion
      layer="tipQuestion"
      isOpen
      title={m.tip_confirm_title({ credits: formatCredits(amount, locale) })}
      text={m.tip_confirm(shownPrice(amount, locale))}
      stay={{ label: m.tip_cancel(), onPress: onCancel }}
      go={{ label: m.tip_give(shownPrice(amount, locale)), onPress: onGive }}
      loud="go"
    />
  )
}

/** The second press of a double one would go through to what lies under the window that the first one closed. */
const SECOND_PRESS_MS = 400

export function TipBar({ name, performerId, place, isClosed, toySecondsPerLevel }: TipBarProps) {
  const runtime = useRuntime()
  const { send, drafts, getState } = runtime
  const { tipRead } = useDocumentRoom()
  const isGiving = useSite(isTipPending)
  const balance = useSite(selectBalance)
  const [isOpen, setOpen] = useState(false)
  const [asked, setAsked] = useState<WantedTip | null>(null)
  const [isShielded, setShielded] = useState(false)
  useEffect(() => {
    if (!isShielded) return
    const timer = setTimeout(() => {
      setShielded(false)
    }, SECOND_PRESS_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [isShielded])
  const { isHeld, press } = usePressCooldown(place)
  const isOff = isHeld || isClosed

  const give = (wanted: WantedTip) => {
    setAsked(null)
    setOpen(false)
    if (isOpen) setShielded(true)
    // A double press gives one tip.
    if (isGiving || isClosed || !press()) return
    askedTip(runtime).credits = wanted.amount
    if (wanted._tag === "Toy") {
      send({ _tag: "SendToyTip", performerId, amount: wanted.amount })
      return
    }
    const { amount, tipType, message, isPublic } = wanted
    send({ _tag: "SendTip", performerId, amount, tipType, message, isPublic })
  }
  const want = (wanted: WantedTip) => {
    if (isOff) return
    const isShort = balance !== null && balance < wanted.amount
    // What cannot be paid is not asked about first.
    if (!isShort && wanted.amount > tipThresholdOf(drafts)) setAsked(wanted)
    else give(wanted)
  }

  return (
    <div className="tips" role="group" aria-label={m.tip_bar()}>
      <div className="tips__row">
        <QuickTips name={name} isOff={isOff} onWant={want} />
        <MemberButton
          action="tip"
          name={name}
          className="tips__all"
          aria-disabled={isClosed}
          onMemberPress={() => {
            if (isClosed) return
            // Who chooses anew has read what became of the last one.
            const { room } = getState()
            if (room?.tip._tag === "Refused") tipRead(room.tip)
            setOpen(true)
          }}
        >
          <Coins size={18} aria-hidden="true" />
          {/* Where the listed ones are in its window alone, it stands for all of them (paid.css). */}
          <span className="tips__more">
            <TextRun>{m.tip_more()}</TextRun>
          </span>
          <span className="tips__open">
            <TextRun>{m.tip_open()}</TextRun>
          </span>
        </MemberButton>
      </div>
      {isShielded && <div className="tips__shield" aria-hidden="true" />}
      {isOpen && (
        <TipWindow
          name={name}
          toySecondsPerLevel={toySecondsPerLevel}
          isOff={isOff}
          onClose={() => {
            setOpen(false)
          }}
          onWant={want}
        />
      )}
      {asked !== null && (
        <TipQuestion
          amount={asked.amount}
          onCancel={() => {
            setAsked(null)
          }}
          onGive={() => {
            give(asked)
          }}
        />
      )}
    </div>
  )
}
