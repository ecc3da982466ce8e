/**
 * Registration. The short form has e-mail and password, with the terms in a sentence; a brand may use the longer
 * form, with username, birthday and a checkbox (AUTH-24).
 */
import { useState } from "react"
import type { SiteState } from "@foldcast/folds/site-state"
import { registrationMessage } from "@foldcast/messages/error-messages"
import { m } from "@foldcast/messages/messages"
import { trimmedEmail } from "@foldcast/rules/email"
import { passwordLengths, trimmedPassword } from "@foldcast/rules/password"
import { trimmedUsername } from "@foldcast/rules/username"
import { Button } from "@foldcast/ui/button.tsx"
import { Skeleton } from "@foldcast/ui/skeleton.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useSite } from "../../runtime/react.tsx"

import { LazyBoundary } from "../site/lazy-boundary.tsx"
import { lazyOverlay } from "../site/lazy-overlay.tsx"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { useFingerprint } from "../site/use-fingerprint.ts"
import type { BirthdayFieldProps } from "./birthday-field.tsx"
import {
  fullerRegistrationFieldFaults,
  type RegisterField,
  registrationFieldFaults,
} from "./field-faults.ts"
import { FormCheckbox, FormPasswordField, FormTextField } from "../forms/form-fields.tsx"
import { FormFrame } from "../forms/form-frame.tsx"
import { TICKED } from "../forms/form-state.ts"
import { EndsCallNote } from "../dial-in/ends-call-note.tsx"
import { PayByPhone } from "../dial-in/pay-by-phone.tsx"
import { IntentReason, useIntentNow } from "../site/intent-reason.tsx"
import { RegisterTeaser } from "./register-teaser.tsx"
import { ShortAcceptance, TermsText } from "./terms-links.tsx"
import { todayHere } from "./today.ts"
import type { FormRefusal } from "../forms/form-attempt.ts"
import { type Form, useForm } from "../forms/use-form.ts"
import "./account.css"

/** Loaded on demand because of the calendar code: few brands ask for a birthday. */
const birthdayField = lazyOverlay<BirthdayFieldProps>(
  async () => (await import("./birthday-field.tsx")).BirthdayField,
)

const registrationRefusal = ({ account }: SiteState) => account.registrationRefusal

const FIELDS: ReadonlyArray<RegisterField> = [
  "email",
  "password",
  "username",
  "birthday",
  "termsAccepted",
]

const useRefusal = (): FormRefusal<RegisterField> | null => {
  const refusal = useSite(registrationRefusal)
  if (refusal === null) return null
  const fields = refusal.fields.flatMap(({ field, label }) => {
    const name = FIELDS.find((known) => known === field)
    return name === undefined ? [] : [[name, registrationMessage(label)()] as const]
  })
  return { text: registrationMessage(refusal.label)(), fields: Object.fromEntries(fields) }
}

function FullerFields({ form }: { readonly form: Form<RegisterField> }) {
  return (
    <>
      <FormTextField
        form={form}
        name="username"
        label={m.register_username()}
        hint={m.register_username_hint()}
        autoComplete="nickname"
      />
      <LazyBoundary fallback={<Skeleton className="account-form__birthday-place" />}>
        <birthdayField.Component form={form} />
      </LazyBoundary>
      <FormCheckbox form={form} name="termsAccepted">
        <TermsText />
      </FormCheckbox>
    </>
  )
}

export function RegisterForm({ onLogIn }: { readonly onLogIn: () => void }) {
  const { brand } = usePageFrame()
  const isFuller = brand.features.fullRegistration
  const lengths = passwordLengths(brand.features)
  const fingerprint = useFingerprint()
  const intent = useIntentNow()
  // A call by phone buys nothing else.
  const wantsPrivate = intent?._tag === "Room" && intent.action === "private"
  const [today] = useState(todayHere)
  const form = useForm<RegisterField>({
    draft: "account",
    empty: { email: "", password: "", username: "", birthday: "", termsAccepted: "" },
    kept: ["email", "username", "birthday", "termsAccepted"],
    faultsOf: isFuller
      ? fullerRegistrationFieldFaults(today, lengths)
      : registrationFieldFaults(lengths),
    command: "Register",
    toCommand: ({ email, password, username, birthday, termsAccepted }) => {
      return {
        _tag: "Register",
        email: trimmedEmail(email),
        password: trimmedPassword(password),
        ...(isFuller && {
          username: trimmedUsername(username),
          birthday,
          termsAccepted: termsAccepted === TICKED,
        }),
        ...(fingerprint !== null && { fingerprint }),
      }
    },
    refusal: useRefusal(),
  })
  return (
    <FormFrame
      form={form}
      title={m.register_title()}
      submitLabel={m.register_submit()}
      pendingLabel={m.register_pending()}
      afterwards={
        <>
          {wantsPrivate && <PayByPhone wide />}
          <p className="account-form__switch">
            <TextRun>{m.register_to_log_in()}</TextRun>
            <Button variant="link" onPress={onLogIn}>
              {m.register_to_log_in_link()}
            </Button>
          </p>
        </>
      }
    >
      <EndsCallNote />
      <IntentReason needs="account" />
      <p>{m.register_lead()}</p>
      <RegisterTeaser />
      <FormTextField
        form={form}
        name="email"
        type="email"
        label={m.account_email()}
        autoComplete="email"
        autoFocus
      />
      <FormPasswordField
        form={form}
        name="password"
        label={m.account_password()}
        hint={m.register_password_hint(lengths)}
        autoComplete="new-password"
      />
      {isFuller ? <FullerFields form={form} /> : <ShortAcceptance />}
    </FormFrame>
  )
}
