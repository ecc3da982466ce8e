/** Fields with hint, error and value, and the list of a form's errors. */
import { useState } from "react"
import { m } from "@foldcast/messages/messages"
import { DateField } from "@foldcast/ui/date-field.tsx"
import { ErrorSummary } from "@foldcast/ui/error-summary.tsx"
import { SelectField } from "@foldcast/ui/select-field.tsx"
import { PasswordField, TextField } from "@foldcast/ui/text-field.tsx"
import { Sample } from "./sample.tsx"

const ERROR = m.log_in_error_email_format
const BANKS = ["Noord", "Zuid"].map((text) => ({ value: text, text }))
const nothing = () => {}

function Bank({ error }: { readonly error: string | null }) {
  const [bank, setBank] = useState<string | null>(null)
  return (
    <SelectField
      label={m.wallet_sub_option()}
      placeholder={m.wallet_sub_option_none()}
      options={BANKS}
      value={bank}
      error={error}
      onChange={setBank}
    />
  )
}

function Birthday({ error }: { readonly error: string | null }) {
  const [date, setDate] = useState("")
  return (
    <DateField
      name="birthday"
      label={m.register_birthday()}
      error={error}
      date={date}
      onChange={setDate}
      onLeave={nothing}
      fieldRef={nothing}
    />
  )
}

export function FieldSamples() {
  const problems = [{ name: "email", text: ERROR(), focus: nothing }]
  const password = { showLabel: m.account_show_password(), hideLabel: m.account_hide_password() }
  return (
    <>
      <Sample state="empty">
        <TextField label={m.account_email()} error={null} />
      </Sample>
      <Sample state="with an error">
        <TextField label={m.account_email()} error={ERROR()} defaultValue="noor@" />
      </Sample>
      <Sample state="disabled">
        <TextField
          label={m.account_email()}
          error={null}
          defaultValue="noor@example.com"
          isDisabled
        />
      </Sample>
      <Sample state="password">
        <PasswordField
          label={m.account_password()}
          error={null}
          defaultValue="welcome123"
          {...password}
        />
      </Sample>
      <Sample state="choice from a list">
        <Bank error={null} />
      </Sample>
      <Sample state="choice, with an error">
        <Bank error={ERROR()} />
      </Sample>
      <Sample state="date">
        <Birthday error={null} />
      </Sample>
      <Sample state="date, with an error">
        <Birthday error={ERROR()} />
      </Sample>
      <Sample state="all errors of a form">
        <ErrorSummary title={m.form_error_summary()} problems={problems} />
      </Sample>
    </>
  )
}
