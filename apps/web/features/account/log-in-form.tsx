/** E-mail and password; the stream tells how it went, in this place if it was refused. */
import { useState } from "react"
import { commandMessage, logInMessage } from "@foldcast/messages/error-messages"
import { m } from "@foldcast/messages/messages"
import type { SiteState } from "@foldcast/folds/site-state"
import { Button } from "@foldcast/ui/button.tsx"
import { PasswordField, TextField } from "@foldcast/ui/text-field.tsx"
import { useConnection, useRuntime, useSite } from "../../runtime/react.tsx"
import { isLogInPending, logInFailure } from "../site/selectors.ts"
import { type AccountField, logInFaults } from "./field-faults.ts"
import { faultyNames } from "./form-state.ts"
import { FormFrame } from "./form-frame.tsx"
import { useAccountDraft } from "./use-account-draft.ts"
import { useForm } from "./use-form.ts"

const logInRefusal = ({ account }: SiteState) => account.logInRefusal

export function LogInForm({ onRegister }: { readonly onRegister: () => void }) {
  const { send } = useRuntime()
  const draft = useAccountDraft()
  const refusal = useSite(logInRefusal)
  const failure = useSite(logInFailure)
  const isPending = useSite(isLogInPending)
  const isOffline = useConnection()._tag === "Offline"
  const [triedOffline, setTriedOffline] = useState(false)
  const [wasSent, setSent] = useState(false)

  const form = useForm<AccountField>({
    initial: { email: draft.email, password: "" },
    faultsOf: logInFaults,
    onTyped: ({ email }) => {
      draft.keep(email)
    },
    onSubmit: ({ email, password }) => {
      setTriedOffline(isOffline)
      if (isOffline || isPending) return
      setSent(true)
      send({ _tag: "LogIn", email: email.trim(), password: password.trim() })
    },
  })

  const refused = refusal === null ? null : logInMessage(refusal.label)()
  const failed = failure === null ? null : commandMessage(failure)()
  return (
    <FormFrame
      formRef={form.form}
      title={m.log_in_title()}
      submitLabel={m.log_in_submit()}
      pendingLabel={m.log_in_pending()}
      isPending={isPending}
      attempts={form.attempts}
      refusal={wasSent && !isPending ? (refused ?? failed) : null}
      triedOffline={triedOffline && isOffline}
      problems={faultyNames(form.faults).map((name) => ({
        name,
        text: form.faults[name] ?? "",
        focus: () => {
          form.focusField(name)
        },
      }))}
      onSubmit={form.submit}
      afterwards={
        <p className="account-form__switch">
          {m.log_in_to_register()}
          <Button variant="link" onPress={onRegister}>
            {m.log_in_to_register_link()}
          </Button>
        </p>
      }
    >
      <TextField
        {...form.field("email")}
        type="email"
        label={m.account_email()}
        error={form.faults.email}
        autoComplete="username"
        autoFocus
      />
      <PasswordField
        {...form.field("password")}
        label={m.account_password()}
        error={form.faults.password}
        autoComplete="current-password"
        showLabel={m.account_show_password()}
        hideLabel={m.account_hide_password()}
      />
    </FormFrame>
  )
}
