/**
 * The forgotten password: one field, and the same answer whether or not the account exists. An error gets the same
 * answer too; its cause goes to the log only (AUTH-43). A member comes here from an invalid reset link.
 */
import { ExternalLink, MailCheck } from "lucide-react"
import { useState } from "react"
import { failureOf, isPending } from "@foldcast/folds/pending"
import { memberOf, taskEnd } from "@foldcast/folds/account"
import { m } from "@foldcast/messages/messages"
import { withoutInvisibleMarks } from "@foldcast/rules/invisible-marks"
import { Button } from "@foldcast/ui/button.tsx"
import { LinkButton } from "@foldcast/ui/link-button.tsx"
import { VisuallyHidden } from "@foldcast/ui/visually-hidden.tsx"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { forgotPasswordFaults } from "./field-faults.ts"
import { FormTextField } from "../forms/form-fields.tsx"
import { FormFrame } from "../forms/form-frame.tsx"
import { useFocusOnMount } from "./use-focus-on-mount.ts"
import { useForm } from "../forms/use-form.ts"
import "./account.css"

const MAILBOXES = [
  { href: "https://mail.google.com/", label: m.forgot_password_gmail },
  { href: "https://outlook.live.com/mail/", label: m.forgot_password_outlook },
]

const asked = taskEnd("requestPasswordReset")
const isAsking = isPending("RequestPasswordReset")
const askFailure = failureOf("RequestPasswordReset")

interface WayBack {
  /** Null for a member, who is already logged in. */
  readonly onLogIn: (() => void) | null
}

function ToLogIn({ onLogIn }: WayBack) {
  return (
    onLogIn !== null && (
      <Button variant="link" onPress={onLogIn}>
        {m.forgot_password_to_log_in()}
      </Button>
    )
  )
}

function Asked({ onLogIn, onAgain }: WayBack & { readonly onAgain: () => void }) {
  const title = useFocusOnMount<HTMLHeadingElement>()
  return (
    <div className="account-card" role="status">
      <MailCheck size={40} aria-hidden="true" className="account-card__icon" />
      <h2 className="account-card__heading" tabIndex={-1} ref={title}>
        {m.forgot_password_done_heading()}
      </h2>
      <p>{m.forgot_password_done()}</p>
      <ul className="account-card__mailboxes">
        {MAILBOXES.map(({ href, label }) => (
          <li key={href}>
            <LinkButton href={href} target="_blank" rel="noopener noreferrer" wide>
              {label()}
              <ExternalLink size={16} aria-hidden="true" />
              <VisuallyHidden>{`(${m.forgot_password_new_tab()})`}</VisuallyHidden>
            </LinkButton>
          </li>
        ))}
      </ul>
      <p className="account-form__switch">
        <Button variant="link" onPress={onAgain}>
          {m.forgot_password_again()}
        </Button>
        <ToLogIn onLogIn={onLogIn} />
      </p>
    </div>
  )
}

function AskForm({ onLogIn, onSent }: WayBack & { readonly onSent: () => void }) {
  const { drafts, getState } = useRuntime()
  // A guest has typed the address at the log-in; a member's address is known, whatever a guest typed in this tab
  // before.
  const [{ draft, known }] = useState(() => {
    const member = memberOf(getState())
    return member === null
      ? { draft: "forgot-password", known: drafts.read("account")?.["email"] ?? "" }
      : { draft: "forgot-password-member", known: member.profile?.email ?? "" }
  })
  const form = useForm<"identity">({
    draft,
    empty: { identity: known },
    kept: ["identity"],
    faultsOf: forgotPasswordFaults,
    command: "RequestPasswordReset",
    toCommand: ({ identity }) => {
      onSent()
      return { _tag: "RequestPasswordReset", identity: withoutInvisibleMarks(identity) }
    },
    refusal: null,
  })
  return (
    <FormFrame
      form={form}
      title={m.forgot_password_title()}
      submitLabel={m.forgot_password_submit()}
      pendingLabel={m.forgot_password_pending()}
      afterwards={
        onLogIn !== null && (
          <p className="account-form__switch">
            <ToLogIn onLogIn={onLogIn} />
          </p>
        )
      }
    >
      <p>{m.forgot_password_lead()}</p>
      <FormTextField
        form={form}
        name="identity"
        label={m.forgot_password_identity()}
        autoComplete="username"
        autoFocus
      />
    </FormFrame>
  )
}

export function ForgotPasswordCard({ onLogIn }: WayBack) {
  const [wasSent, setSent] = useState(false)
  const end = useSite(asked)
  const failure = useSite(askFailure)
  const isInFlight = useSite(isAsking)
  const hasEnded = wasSent && !isInFlight && (end._tag !== "None" || failure !== null)
  if (hasEnded) {
    return (
      <Asked
        onLogIn={onLogIn}
        onAgain={() => {
          setSent(false)
        }}
      />
    )
  }
  return (
    <AskForm
      onLogIn={onLogIn}
      onSent={() => {
        setSent(true)
      }}
    />
  )
}
