/**
 * Changes the e-mail address: requested with the password or a passkey, completed by the link mailed to the new
 * address.
 */
import { useState } from "react"
import { memberOf, taskEnd } from "@foldcast/folds/account"
import { emailChangeMessage } from "@foldcast/messages/error-messages"
import { m } from "@foldcast/messages/messages"
import { trimmedEmail } from "@foldcast/rules/email"
import { useSite } from "../../runtime/react.tsx"
import { FormTextField } from "../forms/form-fields.tsx"
import type { FormRefusal } from "../forms/form-attempt.ts"
import { useForm } from "../forms/use-form.ts"
import { ChangeableSetting, type SettingFormEnd } from "./changeable-setting.tsx"
import { type EmailField, emailFaults } from "./field-faults.ts"
import { PendingEmail } from "./pending-email.tsx"
import { ProofField } from "./proof-field.tsx"
import { CurrentValue } from "./setting-row.tsx"
import { TaskForm } from "./task-form.tsx"
import { useProof } from "./use-proof.ts"

const DRAFT = "settings-email"
const DRAFTED_FIELDS: ReadonlyArray<EmailField> = ["email", "repeatEmail"]
const EMPTY = { email: "", repeatEmail: "", password: "" }

const selectEnd = taskEnd("changeEmail")

const refusalOf = (label: string): FormRefusal<EmailField> => {
  const text = emailChangeMessage(label)()
  switch (label) {
    case "emailExists":
      return { text: null, fields: { email: text } }
    case "incorrectPassword":
      return { text: null, fields: { password: text } }
    default:
      return { text, fields: {} }
  }
}

function EmailForm(formEnd: SettingFormEnd) {
  const end = useSite(selectEnd)
  const current = useSite(memberOf)?.profile?.email ?? ""
  const proof = useProof("emailChange")
  const [asked, setAsked] = useState("")
  const form = useForm<EmailField>({
    draft: DRAFT,
    empty: EMPTY,
    kept: DRAFTED_FIELDS,
    faultsOf: emailFaults(current, proof.passwordOf),
    command: "ChangeEmail",
    toCommand: (values) => {
      const email = trimmedEmail(values.email)
      setAsked(email)
      const repeatEmail = trimmedEmail(values.repeatEmail)
      return proof.commandWith(values.password, (by) => ({
        _tag: "ChangeEmail",
        email,
        repeatEmail,
        ...by,
      }))
    },
    refusal: end._tag === "Refused" ? refusalOf(end.label) : null,
    refusalOf,
  })
  return (
    <TaskForm
      {...formEnd}
      form={form}
      end={selectEnd}
      doneText={() => m.settings_email_done({ email: asked })}
      title={m.settings_email_change()}
      submitLabel={m.settings_email_submit()}
    >
      <FormTextField
        form={form}
        name="email"
        type="email"
        label={m.settings_email_new()}
        hint={m.settings_email_hint()}
        autoComplete="email"
      />
      <FormTextField
        form={form}
        name="repeatEmail"
        type="email"
        label={m.settings_email_repeat()}
        autoComplete="email"
      />
      <ProofField form={form} name="password" label={m.settings_email_password()} proof={proof} />
    </TaskForm>
  )
}

export function EmailRow() {
  const email = useSite(memberOf)?.profile?.email ?? null
  return (
    <ChangeableSetting
      heading={m.settings_email_heading()}
      changeLabel={m.settings_email_change()}
      draft={DRAFT}
      value={
        <CurrentValue
          term={m.settings_email_current()}
          value={email}
          loadingLabel={m.settings_loading()}
        />
      }
      form={(end) => <EmailForm {...end} />}
    >
      <PendingEmail />
    </ChangeableSetting>
  )
}
