/** The same question as a dialog, opened from the footer or the cookies page. */
import { m } from "@foldcast/messages/messages"
import { Dialog } from "@foldcast/ui/dialog.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useRuntime } from "../../runtime/react.tsx"
import type { OverlayProps } from "../site/use-dialog-window.ts"
import { ConsentButtons } from "./consent-choice.tsx"
import { useConsent } from "./use-consent.ts"

const CHOICE = {
  accepted: m.cookies_choice_accepted,
  refused: m.cookies_choice_refused,
} as const

export function ConsentDialog({ dialog }: OverlayProps) {
  const { dispatch } = useRuntime()
  const { choice, choose } = useConsent()
  const close = () => {
    dispatch({ _tag: "DialogClosed", dialog: "consent" })
  }
  return (
    <Dialog
      isOpen={dialog === "consent"}
      title={m.consent_title()}
      closeLabel={m.consent_close()}
      onClose={close}
    >
      <div className="consent-dialog">
        {choice !== null && (
          <p>
            <TextRun>{CHOICE[choice]()}</TextRun>
          </p>
        )}
        <ConsentButtons
          onChoose={(chosen) => {
            choose(chosen)
            close()
          }}
        />
      </div>
    </Dialog>
  )
}
