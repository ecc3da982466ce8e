/** Changes the e-mail address; the new one is verified by a mail. */
import { useState } from "react"
import { memberOf, taskEnd } from "@foldcast/folds/account"
import { emailChangeMessage } from "@foldcast/messages/error-messages"
import { m } from "@foldcast/messages/messages"
import { trimmedEmail } from "@foldcast/rules/email"
import { useSite } from "../../runtime/react.tsx"
import { FormTextField } from "../account/form-fields.tsx"
import { type Refusal, useForm } from "../account/use-form.ts"
import { Drafted } from "./drafted.tsx"
import { type EmailField, emailFaults } from "./field-faults.ts"
import { CurrentValue, TaskCard } from "./task-card.tsx"
import { TaskForm } from "./task-form.tsx"

const DRAFT = "settings-email"
const DRAFTED_FIELDS: ReadonlyArray<EmailField> = ["email", "repeatEmail"]
const EMPTY = { email: "", repeatEmail: "" }

const selectEnd = taskEnd("changeEmail")

const refusalOf = (label: string): Refusal<EmailField> => {
  const text = emailChangeMessage(label)()
  return label === "emailExists" ? { text: null, fields: { email: text } } : { text, fields: {} }
}

function EmailForm({ kept }: { readonly kept: ReadonlyArray<EmailField> }) {
  const end = useSite(selectEnd)
  const current = useSite(memberOf)?.profile?.email ?? ""
  const [asked, setAsked] = useState("")
  const form = useForm<EmailField>({
    draft: DRAFT,
    empty: EMPTY,
    kept,
    faultsOf: emailFaults(current),
    command: "ChangeEmail",
    toCommand: (values) => {
      const email = trimmedEmail(values.email)
      setAsked(email)
      return { _tag: "ChangeEmail", email, repeatEmail: trimmedEmail(values.repeatEmail) }
    },
    refusal: end._tag === "Refused" ? refusalOf(end.label) : null,
  })
  return (
    <TaskForm
      form={form}
      end={selectEnd}
      doneText={() => m.settings_email_done({ email: asked })}
      title={m.settings_email_heading()}
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
    </TaskForm>
  )
}

export function EmailCard() {
  const email = useSite(memberOf)?.profile?.email ?? null
  return (
    <TaskCard heading={m.settings_email_heading()}>
      <CurrentValue
        term={m.settings_email_current()}
        value={email}
        loadingLabel={m.settings_loading()}
      />
      <Drafted draft={DRAFT} kept={DRAFTED_FIELDS}>
        {(kept) => <EmailForm kept={kept} />}
      </Drafted>
    </TaskCard>
  )
}
