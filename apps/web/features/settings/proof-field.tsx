/** The field where the member proves their identity: the password, or a passkey if there is one. */
import { useEffect, useRef } from "react"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { type FieldProps, FormPasswordField } from "../forms/form-fields.tsx"
import type { ProofChoice } from "./use-proof.ts"

export interface ProofFieldProps<Name extends string> extends FieldProps<Name> {
  readonly label: string
  readonly proof: ProofChoice
  readonly autoFocus?: boolean
}

export function ProofField<Name extends string>({
  form,
  name,
  label,
  proof,
  autoFocus = false,
}: ProofFieldProps<Name>) {
  const { by, canUsePasskey, choose } = proof
  const isByPassword = by === "password"
  // The note takes the focus when it replaces the password field; the field's error disappears with it.
  const note = useRef<HTMLParagraphElement>(null)
  const before = useRef(by)
  useEffect(() => {
    if (before.current !== by && by === "passkey") note.current?.focus()
    before.current = by
  }, [by])
  return (
    <div className="settings-proof">
      {isByPassword ? (
        <FormPasswordField
          form={form}
          name={name}
          label={label}
          autoComplete="current-password"
          autoFocus={autoFocus}
        />
      ) : (
        <p ref={note} tabIndex={-1} className="settings-proof__note">
          {m.settings_proof_passkey()}
        </p>
      )}
      {canUsePasskey && (
        <Button
          variant="link"
          onPress={() => {
            choose(isByPassword ? "passkey" : "password")
          }}
        >
          {isByPassword ? m.settings_proof_use_passkey() : m.settings_proof_use_password()}
        </Button>
      )}
    </div>
  )
}
