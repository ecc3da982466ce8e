/** The short registration: e-mail and password, and what signing up accepts (decisions, 54). */
import { useState } from "react"
import type { SiteState } from "@foldcast/folds/site-state"
import { commandMessage, registrationMessage } from "@foldcast/messages/error-messages"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { PasswordField, TextField } from "@foldcast/ui/text-field.tsx"
import { useConnection, useRuntime, useSite } from "../../runtime/react.tsx"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { statementHref } from "../site/statement-href.ts"
import { isRegisterPending, registerFailure } from "../site/selectors.ts"
import { type AccountField, registrationFaults } from "./field-faults.ts"
import { faultyNames, type Values } from "./form-state.ts"
import { FormFrame } from "./form-frame.tsx"
import { useAccountDraft } from "./use-account-draft.ts"
import { useForm } from "./use-form.ts"

const registrationRefusal = ({ account }: SiteState) => account.registrationRefusal

function Acceptance() {
  const { locale } = usePageFrame()
  return (
    <p className="account-form__acceptance">
      {m.register_acceptance_before()}
      <a href={statementHref("terms-conditions", locale)} target="_blank" rel="noopener">
        {m.register_acceptance_terms()}
      </a>
      {m.register_acceptance_between()}
      <a href={statementHref("privacy", locale)} target="_blank" rel="noopener">
        {m.register_acceptance_privacy()}
      </a>
      {m.register_acceptance_after()}
    </p>
  )
}

export function RegisterForm({ onLogIn }: { readonly onLogIn: () => void }) {
  const { send } = useRuntime()
  const draft = useAccountDraft()
  const refusal = useSite(registrationRefusal)
  const failure = useSite(registerFailure)
  const isPending = useSite(isRegisterPending)
  const isOffline = useConnection()._tag === "Offline"
  const [triedOffline, setTriedOffline] = useState(false)
  const [sent, setSent] = useState<Values<AccountField> | null>(null)

  /** A field that was refused stays at fault until it is changed. */
  const refusedField = (name: AccountField, value: string): string | null => {
    const fault = refusal?.fields.find(({ field }) => field === name)
    return fault !== undefined && !isPending && sent?.[name] === value
      ? registrationMessage(fault.label)()
      : null
  }

  const form = useForm<AccountField>({
    initial: { email: draft.email, password: "" },
    faultsOf: registrationFaults,
    onTyped: ({ email }) => {
      draft.keep(email)
    },
    onSubmit: (values) => {
      setTriedOffline(isOffline)
      if (isOffline || isPending) return
      setSent(values)
      send({ _tag: "Register", email: values.email.trim(), password: values.password.trim() })
    },
  })

  const faults = {
    email: form.faults.email ?? refusedField("email", form.values.email),
    password: form.faults.password ?? refusedField("password", form.values.password),
  }
  const hasFieldRefusal = refusal !== null && refusal.fields.length > 0
  const refused = refusal === null || hasFieldRefusal ? null : registrationMessage(refusal.label)()
  const failed = failure === null ? null : commandMessage(failure)()
  return (
    <FormFrame
      formRef={form.form}
      title={m.register_title()}
      submitLabel={m.register_submit()}
      pendingLabel={m.register_pending()}
      isPending={isPending}
      attempts={form.attempts}
      refusal={sent !== null && !isPending ? (refused ?? failed) : null}
      triedOffline={triedOffline && isOffline}
      problems={faultyNames(faults).map((name) => ({
        name,
        text: faults[name] ?? "",
        focus: () => {
          form.focusField(name)
        },
      }))}
      onSubmit={form.submit}
      afterwards={
        <p className="account-form__switch">
          {m.register_to_log_in()}
          <Button variant="link" onPress={onLogIn}>
            {m.register_to_log_in_link()}
          </Button>
        </p>
      }
    >
      <TextField
        {...form.field("email")}
        type="email"
        label={m.account_email()}
        error={faults.email}
        autoComplete="email"
        autoFocus
      />
      <PasswordField
        {...form.field("password")}
        label={m.account_password()}
        hint={m.register_password_hint()}
        error={faults.password}
        autoComplete="new-password"
        showLabel={m.account_show_password()}
        hideLabel={m.account_hide_password()}
      />
      <Acceptance />
    </FormFrame>
  )
}
