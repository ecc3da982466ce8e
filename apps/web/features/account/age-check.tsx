/** The age check: the visitor answers or leaves the site; nothing else closes it (SHELL-56). */
import { taskEnd } from "@foldcast/folds/account"
import { failureOf, isPending } from "@foldcast/folds/pending"
import { m } from "@foldcast/messages/messages"
import { AlertDialog } from "@foldcast/ui/alert-dialog.tsx"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { CommandFailure } from "../connection/command-failure.tsx"
import { useConnection, useRuntime, useSite } from "../../runtime/react.tsx"
import type { OverlayProps } from "../site/use-dialog-window.ts"
import { usePageFrame } from "../site/page-frame-context.tsx"
import "./account.css"

const verifyEnd = taskEnd("verifyAge")
const isVerifying = isPending("VerifyAge")
const verifyFailure = failureOf("VerifyAge")

function Refusal() {
  const end = useSite(verifyEnd)
  const failure = useSite(verifyFailure)
  const isInFlight = useSite(isVerifying)
  const isOffline = useConnection()._tag === "Offline"
  if (isOffline) return <Banner tone="danger">{m.form_offline()}</Banner>
  if (isInFlight) return null
  if (failure !== null) return <CommandFailure label={failure} />
  return end._tag === "Refused" ? <Banner tone="danger">{m.age_check_refused()}</Banner> : null
}

export function AgeCheckDialog({ dialog }: OverlayProps) {
  const { send } = useRuntime()
  const { brand } = usePageFrame()
  const isInFlight = useSite(isVerifying)
  const isOffline = useConnection()._tag === "Offline"
  return (
    <AlertDialog isOpen={dialog === "ageCheck"} title={m.age_check_title()}>
      <div className="account-card">
        <p>{m.age_check_text()}</p>
        <Refusal />
        <div className="account-card__actions">
          <Button
            variant="primary"
            wide
            autoFocus
            isPending={isInFlight}
            pendingLabel={m.age_check_agree_pending()}
            isDisabled={isOffline && !isInFlight}
            onPress={() => {
              send({ _tag: "VerifyAge" })
            }}
          >
            {m.age_check_agree()}
          </Button>
          <Button
            wide
            onPress={() => {
              // Replaces the history entry, so that Back does not return here.
              location.replace(brand.links.leaveSite)
            }}
          >
            {m.age_check_leave()}
          </Button>
        </div>
      </div>
    </AlertDialog>
  )
}
