/**
 * Step 1: the number of the chosen country, what a call to it costs, and the way to call it: a button on a phone, a
 * code for the phone's camera elsewhere. It is good for a while, and the next one comes by itself.
 */
import { useEffect, useEffectEvent, useRef, useState } from "react"
import { Phone } from "lucide-react"
import type { DialInCountry } from "@foldcast/contracts/phone"
import { dialInOf } from "@foldcast/folds/dial-in"
import { isPending } from "@foldcast/folds/pending"
import type { DialInState, IvrSession } from "@foldcast/folds/site-state"
import { m } from "@foldcast/messages/messages"
import { Button, buttonClass } from "@foldcast/ui/button.tsx"
import { Skeleton, SkeletonGroup } from "@foldcast/ui/skeleton.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { VisuallyHidden } from "@foldcast/ui/visually-hidden.tsx"
import { useConnection, useRuntime, useSite } from "../../runtime/react.tsx"
import { isReachable } from "../connection/reachability.ts"
import { LazyBoundary } from "../site/lazy-boundary.tsx"
import { lazyOverlay } from "../site/lazy-overlay.tsx"
import { clockText } from "../site/clock-text.ts"
import { telHref } from "../site/tel-href.ts"
import { useGatewaySecond } from "../../runtime/use-gateway-second.ts"
import { CallCostsLine } from "./call-costs.tsx"
import { secondsLeft } from "./seconds-left.ts"
import { CountryChoice } from "./country-choice.tsx"
import { DialInStep } from "./dial-in-step.tsx"

const qrCode = lazyOverlay(async () => (await import("./qr-code.tsx")).QrCode)

const isOpenPending = isPending("OpenIvrSession")
/** From here on it is said. */
const LAST_SECONDS = 10

function TimeLeft({ expiresAt }: { readonly expiresAt: number }) {
  const left = secondsLeft(expiresAt, useGatewaySecond())
  return (
    <>
      <p className="dial-in__time tabular" data-short={left <= LAST_SECONDS}>
        <TextRun>{m.dial_in_time_left({ time: clockText(left) })}</TextRun>
      </p>
      <VisuallyHidden>
        <span role="status">
          <TextRun>{left <= LAST_SECONDS ? m.dial_in_almost_over() : null}</TextRun>
        </span>
      </VisuallyHidden>
    </>
  )
}

interface NumberProps {
  readonly session: IvrSession
  readonly isPhone: boolean
}

function ShownNumber({ session, isPhone }: NumberProps) {
  const { displayNumber, calledNumber, expiresAt } = session
  const link = telHref(calledNumber)
  return (
    <div className="dial-in__shown">
      <div className="dial-in__words">
        <p className="dial-in__number tabular" translate="no">
          {displayNumber}
        </p>
        <CallCostsLine {...session} />
        {isPhone && (
          <a href={link} className={buttonClass({ variant: "primary", size: "large", wide: true })}>
            <Phone size={20} aria-hidden="true" />
            <TextRun>{m.dial_in_call_action()}</TextRun>
          </a>
        )}
        <TimeLeft key={expiresAt} expiresAt={expiresAt} />
      </div>
      {!isPhone && (
        <figure className="dial-in__scan">
          <LazyBoundary fallback={<Skeleton className="dial-in__qr" />}>
            <qrCode.Component link={link} />
          </LazyBoundary>
          <figcaption>{m.dial_in_qr()}</figcaption>
        </figure>
      )}
    </div>
  )
}

function NoNumber({ onRetry }: { readonly onRetry: () => void }) {
  const isAsked = useSite(isOpenPending)
  return (
    <div className="dial-in__note" role="alert">
      <p className="dial-in__note-title">{m.dial_in_failed_title()}</p>
      <p>{m.dial_in_failed_text()}</p>
      <Button isPending={isAsked} onPress={onRetry}>
        {m.dial_in_retry()}
      </Button>
    </div>
  )
}

function Loading() {
  const isOnline = isReachable(useConnection())
  if (!isOnline) {
    return (
      <p className="dial-in__note" role="status">
        {m.dial_in_offline()}
      </p>
    )
  }
  return (
    <SkeletonGroup label={m.dial_in_loading()}>
      <Skeleton className="dial-in__number-place" />
      <Skeleton className="dial-in__button-place" />
    </SkeletonGroup>
  )
}

/** What could not be asked without a network is asked once more with it, as it is promised meanwhile. */
const useAskedAgain = (hasFailed: boolean, ask: () => void) => {
  const isOnline = isReachable(useConnection())
  const wasAway = useRef(false)
  const isDue = useEffectEvent(() => {
    wasAway.current = false
    ask()
  })
  useEffect(() => {
    if (!isOnline) wasAway.current = true
    else if (hasFailed && wasAway.current) isDue()
  }, [isOnline, hasFailed])
}

/** Every country of a phone; elsewhere those that have a number. */
const numbersOf = ({ numbers, ivr }: DialInState) => {
  if (numbers._tag === "Known") return numbers.content
  if (ivr._tag !== "Known") return []
  const { country, displayNumber: number, tariffCents } = ivr.content
  return [{ country, number, tariffCents }]
}

export function NumberStep({ isPhone }: { readonly isPhone: boolean }) {
  const { send, dispatch } = useRuntime()
  const dialIn = useSite(dialInOf)
  const isAsked = useSite(isOpenPending)
  const isOnline = isReachable(useConnection())
  const [wanted, setWanted] = useState<DialInCountry | null>(null)
  const { ivr, firstCountry } = dialIn
  const numbers = isPhone ? null : numbersOf(dialIn)
  const isEmpty = dialIn.numbers._tag === "Known" && dialIn.numbers.content.length === 0
  const hasFailed = (ivr._tag === "Asked" && !isAsked) || (!isPhone && isEmpty)
  // A phone learns with its first number which country comes first: no choice moves under a finger.
  const isOffered = numbers === null ? firstCountry !== null || hasFailed : numbers.length > 0
  const ask = (country: DialInCountry | null) => {
    send({ _tag: "OpenIvrSession", ...(country !== null && { country }) })
  }
  const retry = () => {
    ask(wanted ?? dialIn.country)
    if (!isPhone && (isEmpty || dialIn.numbers._tag !== "Known")) {
      send({ _tag: "ListDialInNumbers" })
    }
    dispatch({ _tag: "PinTyped", length: 0 })
  }
  useAskedAgain(hasFailed, retry)
  return (
    <DialInStep step={1} title={m.dial_in_step_call()}>
      {isOffered && !isEmpty && (
        <CountryChoice
          numbers={numbers}
          first={firstCountry}
          chosen={ivr._tag === "Known" ? ivr.content.country : (wanted ?? dialIn.country)}
          onChoose={(country) => {
            setWanted(country)
            ask(country)
          }}
        />
      )}
      {hasFailed && isOnline ? (
        <NoNumber onRetry={retry} />
      ) : ivr._tag === "Known" ? (
        <ShownNumber session={ivr.content} isPhone={isPhone} />
      ) : (
        <Loading />
      )}
    </DialInStep>
  )
}
