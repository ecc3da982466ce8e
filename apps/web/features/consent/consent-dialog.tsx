/** What the site keeps and why, with the same two answers: opened by the banner, the footer and the cookies page. */
import { m } from "@foldcast/messages/messages"
import { Dialog } from "@foldcast/ui/dialog.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useRuntime } from "../../runtime/react.tsx"
import { SiteLink } from "../site/site-link.tsx"
import type { OverlayProps } from "../site/use-dialog-window.ts"
import { ConsentButtons } from "./consent-choice.tsx"
import { useConsent } from "./use-consent.ts"

const CHOICE = {
  accepted: m.cookies_choice_accepted,
  refused: m.cookies_choice_refused,
} as const
const KINDS = [
  { heading: m.cookies_necessary_heading, text: m.cookies_necessary },
  { heading: m.consent_optional_heading, text: m.cookies_optional },
] as const

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
        {KINDS.map(({ heading, text }) => (
          <section key={heading()}>
            <h3 className="consent-dialog__heading">{heading()}</h3>
            <p>{text()}</p>
          </section>
        ))}
        <p>
          <SiteLink page="cookies" onClick={close}>
            {m.consent_more()}
          </SiteLink>
        </p>
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
