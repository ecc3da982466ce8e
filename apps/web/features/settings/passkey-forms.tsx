/** The two forms of the passkeys' row: adding one with a name and proof, removing one with proof. */
import { useEffect } from "react"
import type { Passkey } from "@foldcast/contracts/queries/passkeys"
import { taskEnd } from "@foldcast/folds/account"
import { passkeyAdditionMessage, passkeyRemovalMessage } from "@foldcast/messages/error-messages"
import type { SiteState, TaskEnd } from "@foldcast/folds/site-state"
import { m } from "@foldcast/messages/messages"
import { trimmedPasskeyName } from "@foldcast/rules/passkey"
import { Button } from "@foldcast/ui/button.tsx"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { useAnswer } from "../../runtime/use-answer.ts"
import { FormTextField } from "../forms/form-fields.tsx"
import { FormFrame } from "../forms/form-frame.tsx"
import type { FormRefusal } from "../forms/form-attempt.ts"
import { type Form, type Prepared, useForm } from "../forms/use-form.ts"
import { loadCeremony } from "../passkeys/load-ceremony.ts"
import { passkeyAdditionFaults, proofFaults } from "./field-faults.ts"
import { OPEN_SESSIONS, sessionName } from "./open-sessions.ts"
import { ProofField } from "./proof-field.tsx"
import { TaskStatus } from "./task-status.tsx"
import { useProof } from "./use-proof.ts"
import { useTaskNote } from "./use-task-note.ts"

export const additionEnd = taskEnd("registerPasskey")
export const removalEnd = taskEnd("removePasskey")

type AdditionField = "name" | "password"

export interface PasskeyFormProps {
  readonly onDone: () => void
  readonly onCancel: () => void
}

const refusalBy =
  (messageOf: (label: string) => () => string) =>
  (label: string): FormRefusal<"password"> => {
    const text = messageOf(label)()
    return label === "incorrectPassword"
      ? { text: null, fields: { password: text } }
      : { text, fields: {} }
  }
const additionRefusal = refusalBy(passkeyAdditionMessage)
const removalRefusal = refusalBy(passkeyRemovalMessage)

const notReady = (label: string): Prepared => ({ _tag: "NotReady", label })

const useDone = <Name extends string>(
  form: Form<Name>,
  end: (state: SiteState) => TaskEnd,
  onDone: () => void,
) => {
  const isDone = useSite(end)._tag === "Done" && form.wasSent && !form.isPending
  useEffect(() => {
    if (isDone) onDone()
  })
}

function Afterwards<Name extends string>({
  form,
  end,
  onCancel,
}: {
  readonly form: Form<Name>
  readonly end: (state: SiteState) => TaskEnd
  readonly onCancel: () => void
}) {
  const note = useTaskNote({ form, end, doneText: () => "" })
  return (
    <>
      <Button wide onPress={onCancel}>
        {m.settings_cancel()}
      </Button>
      <TaskStatus note={note?.text === "" ? null : note} />
    </>
  )
}

export function AddPasskeyForm({ onDone, onCancel }: PasskeyFormProps) {
  const { settled } = useRuntime()
  const end = useSite(additionEnd)
  const proof = useProof("addition")
  const here = useAnswer(OPEN_SESSIONS).data?.find(({ isCurrent }) => isCurrent)

  const makeWith = async (name: string, password: string): Promise<Prepared> => {
    const proven = await proof.obtain(password)
    if (proven._tag === "Failed") return notReady(proven.label)
    const ceremony = await loadCeremony()
    if (ceremony === null) return notReady("unavailable")
    await settled()
    const made = await ceremony.createPasskey(proven.value)
    if (made._tag === "Failed") return notReady(made.label)
    const credential = made.value
    return { _tag: "Ready", command: { _tag: "RegisterPasskey", name, credential } }
  }

  const form = useForm<AdditionField>({
    draft: "settings-passkey",
    empty: { name: here === undefined ? "" : sessionName(here), password: "" },
    kept: [],
    faultsOf: passkeyAdditionFaults(proof.passwordOf),
    command: "RegisterPasskey",
    toCommand: ({ name, password }) => makeWith(trimmedPasskeyName(name), password),
    refusal: end._tag === "Refused" ? additionRefusal(end.label) : null,
    refusalOf: additionRefusal,
  })
  useDone(form, additionEnd, onDone)
  return (
    <FormFrame
      form={form}
      className="settings-form"
      title={m.settings_passkey_add()}
      submitLabel={m.settings_passkey_add_submit()}
      pendingLabel={m.settings_saving()}
      afterwards={<Afterwards form={form} end={additionEnd} onCancel={onCancel} />}
    >
      <FormTextField
        form={form}
        name="name"
        label={m.settings_passkey_name()}
        hint={m.settings_passkey_name_hint()}
        autoComplete="off"
        autoFocus
      />
      <ProofField form={form} name="password" label={m.settings_email_password()} proof={proof} />
    </FormFrame>
  )
}

export function RemovePasskeyForm({
  passkey: { id, name },
  onDone,
  onCancel,
}: PasskeyFormProps & { readonly passkey: Passkey }) {
  const end = useSite(removalEnd)
  const proof = useProof("removal")
  const form = useForm<"password">({
    draft: "settings-passkey-removal",
    empty: { password: "" },
    kept: [],
    faultsOf: proofFaults(proof.passwordOf),
    command: "RemovePasskey",
    toCommand: ({ password }) =>
      proof.commandWith(password, (by) => ({ _tag: "RemovePasskey", id, ...by })),
    refusal: end._tag === "Refused" ? removalRefusal(end.label) : null,
    refusalOf: removalRefusal,
  })
  useDone(form, removalEnd, onDone)
  return (
    <FormFrame
      form={form}
      className="settings-form"
      title={m.settings_passkey_remove_label({ name })}
      submitLabel={m.settings_passkey_remove_submit()}
      pendingLabel={m.settings_saving()}
      afterwards={<Afterwards form={form} end={removalEnd} onCancel={onCancel} />}
    >
      <p>{m.settings_passkey_remove_question({ name })}</p>
      <ProofField
        form={form}
        name="password"
        label={m.settings_email_password()}
        proof={proof}
        autoFocus
      />
    </FormFrame>
  )
}
