/**
 * Paying by a phone call: the number with its price, and the PIN that the caller hears. For guests; a call that goes on
 * is shown in its place.
 */
import { useEffect } from "react"
import { callOf, hasCall } from "@foldcast/folds/call"
import { m } from "@foldcast/messages/messages"
import { formatCredits } from "@foldcast/messages/number-formats"
import { Drawer } from "@foldcast/ui/dialog.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { keepIvrSession } from "../../runtime/stores/ivr-session.ts"
import { GiftLine } from "../site/gift-line.tsx"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { SiteLink } from "../site/site-link.tsx"
import { useFingerprint } from "../site/use-fingerprint.ts"
import { useDialogOpener } from "../site/use-dialog-opener.ts"
import { type OverlayProps, useDialogWindow } from "../site/use-dialog-window.ts"
import { Button } from "@foldcast/ui/button.tsx"
import { CallMeter } from "./call-meter.tsx"
import { HangUpButton } from "./hang-up-button.tsx"
import { NumberStep } from "./number-step.tsx"
import { PinStep } from "./pin-step.tsx"
import { startDialIn } from "./start-dial-in.ts"
import { useIsPhone } from "./use-is-phone.ts"
import "./dial-in.css"

/** Who calls with this device may find an account easier (DIALIN-04). */
function SignUpTeaser() {
  const { brand, locale } = usePageFrame()
  const register = useDialogOpener("register")
  const { welcomeCredits } = brand
  return (
    <div className="dial-in__teaser">
      {welcomeCredits > 0 && (
        <GiftLine>{m.dial_in_sign_up({ credits: formatCredits(welcomeCredits, locale) })}</GiftLine>
      )}
      <Button variant="quiet" wide {...register}>
        {m.auth_drawer_sign_up()}
      </Button>
    </div>
  )
}

function Steps() {
  const isPhone = useIsPhone()
  // Computed while the visitor calls; no number waits for it.
  useFingerprint()
  return (
    <>
      <p className="dial-in__lead">{m.dial_in_lead()}</p>
      <NumberStep isPhone={isPhone} />
      <PinStep isPhone={isPhone} />
      <p className="dial-in__terms">
        <SiteLink page="terms-conditions" target="_blank" rel="noopener">
          {m.dial_in_terms()}
        </SiteLink>
      </p>
      {isPhone && <SignUpTeaser />}
    </>
  )
}

function Body() {
  const call = useSite(callOf)
  switch (call._tag) {
    case "Pending":
    case "InCall":
      return (
        <div className="dial-in__call">
          <p role="status">
            <TextRun>{call._tag === "InCall" ? m.call_announced() : m.call_pending()}</TextRun>
          </p>
          {call._tag === "InCall" && <CallMeter call={call} />}
          <HangUpButton />
        </div>
      )
    case "None":
    case "Ended":
    case "Expired":
      return <Steps />
  }
}

export function DialInDrawer(props: OverlayProps) {
  const runtime = useRuntime()
  const { isOpen, close } = useDialogWindow("dialIn", props)
  const isCalling = useSite(hasCall)
  useEffect(() => {
    startDialIn(runtime)
  }, [runtime])
  const abandon = () => {
    // First, so that no other number is asked for.
    close()
    if (isCalling) return
    runtime.dispatch({ _tag: "DialInAbandoned" })
    keepIvrSession(null)
  }
  return (
    <Drawer
      isOpen={isOpen}
      title={m.pay_by_phone()}
      closeLabel={m.account_close()}
      onClose={close}
      onCloseButton={abandon}
    >
      <div className="dial-in">
        <Body />
      </div>
    </Drawer>
  )
}
