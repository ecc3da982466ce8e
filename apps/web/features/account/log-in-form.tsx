/**
 * The log-in card: e-mail and password, a passkey, links to a new password and to sign-up. The result comes through
 * the event stream; a refusal shows in the form, also the refusal of a partner's log-in link.
 */
import { useLocation } from "@tanstack/react-router"
import { useState } from "react"
import { failureOf, isPending } from "@foldcast/folds/pending"
import type { SiteState } from "@foldcast/folds/site-state"
import { commandMessage, logInMessage } from "@foldcast/messages/error-messages"
import { m } from "@foldcast/messages/messages"
import { trimmedEmail } from "@foldcast/rules/email"
import { trimmedPassword } from "@foldcast/rules/password"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { Spinner } from "@foldcast/ui/spinner.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useSite } from "../../runtime/react.tsx"
import { LanguageSwitch } from "../language/language-switch.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { EndsCallNote } from "../dial-in/ends-call-note.tsx"
import { type LogInField, logInFieldFaults } from "./field-faults.ts"
import { FormPasswordField, FormTextField } from "../forms/form-fields.tsx"
import { FormFrame } from "../forms/form-frame.tsx"
import { IntentReason } from "../site/intent-reason.tsx"
import { askingLink, LogInLink } from "./log-in-link.tsx"
import { PasskeyLogIn } from "./passkey-log-in.tsx"
import { type Form, useForm } from "../forms/use-form.ts"
import "./account.css"

const logInRefusal = ({ account }: SiteState) => account.logInRefusal
const isLinkPending = isPending("LogInWithToken")
const linkFailure = failureOf("LogInWithToken")

export interface LogInFormProps {
  readonly onRegister: () => void
  readonly onForgotPassword: () => void
}

/** The result of the log-in link that led here; null without a link. */
function LinkRefusal({ form }: { readonly form: Form<LogInField> }) {
  const refusal = useSite(logInRefusal)
  const failure = useSite(linkFailure)
  const text =
    refusal === null
      ? failure === null
        ? null
        : commandMessage(failure)()
      : logInMessage(refusal.label)()
  return text === null || form.wasSent ? null : <Banner tone="danger">{text}</Banner>
}

/** Under 1024 px the header has little room, so the card has its own language switch (AUTH-10). */
function CardLanguage() {
  const { pathname, searchStr } = useLocation()
  return (
    <div className="account-form__language">
      <LanguageSwitch locale={useLocale()} path={pathname} search={searchStr} />
    </div>
  )
}

export function LogInCard({ onRegister, onForgotPassword }: LogInFormProps) {
  const refusal = useSite(logInRefusal)
  const isByLink = useSite(isLinkPending)
  const [link, setLink] = useState(askingLink)
  const form = useForm<LogInField>({
    draft: "account",
    empty: { email: "", password: "" },
    kept: ["email"],
    faultsOf: logInFieldFaults,
    command: "LogIn",
    toCommand: ({ email, password }) => ({
      _tag: "LogIn",
      email: trimmedEmail(email),
      password: trimmedPassword(password),
    }),
    refusal: refusal === null ? null : { text: logInMessage(refusal.label)(), fields: {} },
  })
  if (isByLink) {
    return (
      <div className="account-card account-card--waiting" role="status">
        <Spinner />
        <TextRun>{m.log_in_pending()}</TextRun>
      </div>
    )
  }
  if (link !== null && refusal === null) {
    return (
      <LogInLink
        token={link}
        onOther={() => {
          setLink(null)
        }}
      />
    )
  }
  return (
    <FormFrame
      form={form}
      title={m.log_in_title()}
      submitLabel={m.log_in_submit()}
      pendingLabel={m.log_in_pending()}
      afterwards={
        <>
          <PasskeyLogIn />
          <p className="account-form__switch">
            <TextRun>{m.log_in_to_register()}</TextRun>
            <Button variant="link" onPress={onRegister}>
              {m.log_in_to_register_link()}
            </Button>
          </p>
          <CardLanguage />
        </>
      }
    >
      <EndsCallNote />
      <IntentReason needs="account" />
      <LinkRefusal form={form} />
      <FormTextField
        form={form}
        name="email"
        type="email"
        label={m.account_email()}
        autoComplete="username"
        autoFocus
      />
      <FormPasswordField
        form={form}
        name="password"
        label={m.account_password()}
        autoComplete="current-password"
      />
      <Button variant="link" className="account-form__aside" onPress={onForgotPassword}>
        {m.log_in_forgot_password()}
      </Button>
    </FormFrame>
  )
}
