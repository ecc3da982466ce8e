/** The danger zone: explains the deletion, asks for the password or a passkey, and then deletes the account. */
import { useState } from "react"
import { memberOf, taskEnd } from "@foldcast/folds/account"
import { accountDeletionMessage } from "@foldcast/messages/error-messages"
import { m } from "@foldcast/messages/messages"
import { formatCredits } from "@foldcast/messages/number-formats"
import { Button } from "@foldcast/ui/button.tsx"
import { SiteDialog } from "../site/site-window.tsx"
import { useSite } from "../../runtime/react.tsx"
import { FormFrame } from "../forms/form-frame.tsx"
import type { FormRefusal } from "../forms/form-attempt.ts"
import { useForm } from "../forms/use-form.ts"
import { useLocale } from "../site/page-frame-context.tsx"
import { selectBalance } from "../site/selectors.ts"
import { proofFaults } from "./field-faults.ts"
import { ProofField } from "./proof-field.tsx"
import { SettingRow } from "./setting-row.tsx"
import { TaskStatus } from "./task-status.tsx"
import { useProof } from "./use-proof.ts"
import { useTaskNote } from "./use-task-note.ts"

const selectEnd = taskEnd("deleteAccount")

/** What is deleted, what is kept, and what the member loses. */
function Consequences() {
  const locale = useLocale()
  const balance = useSite(selectBalance)
  const credits =
    balance === null
      ? m.settings_delete_credits_unknown()
      : m.settings_delete_credits({ credits: formatCredits(balance, locale) })
  const parts = [
    { heading: m.settings_delete_removed_heading(), text: m.settings_delete_removed() },
    { heading: m.settings_delete_stays_heading(), text: m.settings_delete_stays() },
    // Without credits there are none to lose.
    ...(balance === 0 ? [] : [{ heading: m.settings_delete_credits_heading(), text: credits }]),
  ]
  return (
    <>
      <p>{m.settings_delete_lead()}</p>
      <dl className="settings-consequences">
        {parts.map(({ heading, text }) => (
          <div key={heading}>
            <dt>{heading}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const refusalOf = (label: string): FormRefusal<"password"> => {
  const text = accountDeletionMessage(label)()
  return label === "incorrectPassword"
    ? { text: null, fields: { password: text } }
    : { text, fields: {} }
}

function DeletionForm({ username, onCancel }: { username: string; onCancel: () => void }) {
  const end = useSite(selectEnd)
  const proof = useProof("deletion")
  const form = useForm<"password">({
    draft: "settings-deletion",
    empty: { password: "" },
    kept: [],
    faultsOf: proofFaults(proof.passwordOf),
    command: "DeleteAccount",
    toCommand: ({ password }) =>
      proof.commandWith(password, (by) => ({ _tag: "DeleteAccount", username, ...by })),
    refusal: end._tag === "Refused" ? refusalOf(end.label) : null,
    refusalOf,
  })
  const note = useTaskNote({ form, end: selectEnd, doneText: m.session_deleted })
  return (
    <FormFrame
      form={form}
      className="settings-deletion"
      title={m.settings_delete_title()}
      submitLabel={m.settings_delete_submit()}
      pendingLabel={m.settings_delete_pending()}
      afterwards={
        <>
          <Button wide onPress={onCancel}>
            {m.settings_delete_cancel()}
          </Button>
          <TaskStatus note={note} />
        </>
      }
    >
      <Consequences />
      <p>{m.settings_delete_confirm_hint({ username })}</p>
      <ProofField
        form={form}
        name="password"
        label={m.settings_delete_confirm()}
        proof={proof}
        autoFocus
      />
    </FormFrame>
  )
}

export function DeleteAccountRow() {
  const member = useSite(memberOf)
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
  }
  return (
    <SettingRow
      heading={m.settings_delete_heading()}
      lead={m.settings_delete_lead()}
      isDangerous
      action={
        <Button
          className="settings-danger-button"
          onPress={() => {
            setOpen(true)
          }}
        >
          {m.settings_delete_open()}
        </Button>
      }
    >
      <SiteDialog
        layer="deleteAccount"
        isOpen={isOpen && member !== null}
        closesOutside={false}
        title={m.settings_delete_title()}
        closeLabel={m.settings_delete_close()}
        onClose={close}
      >
        {member !== null && <DeletionForm username={member.username} onCancel={close} />}
      </SiteDialog>
    </SettingRow>
  )
}
