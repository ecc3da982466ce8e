/**
 * The proof of identity that a settings form sends: the typed password, or, if the member has a passkey of this
 * site, that passkey, which is asked for on submit (PASSKEY-03).
 */
import { useEffect, useState } from "react"
import type { Command } from "@foldcast/contracts/commands/command"
import type { PasskeyAssertion, ProofPurpose } from "@foldcast/contracts/passkey"
import { trimmedPassword } from "@foldcast/rules/password"
import { useRuntime } from "../../runtime/react.tsx"
import { useAnswer } from "../../runtime/use-answer.ts"
import type { Prepared } from "../forms/use-form.ts"
import { type CeremonyResult, knowsPasskeys, loadCeremony } from "../passkeys/load-ceremony.ts"
import { hasOneHere, PASSKEYS } from "../passkeys/passkeys.ts"

export type ProofInput = { readonly password: string } | { readonly passkey: PasskeyAssertion }

export interface ProofChoice {
  readonly by: "password" | "passkey"
  readonly canUsePasskey: boolean
  readonly choose: (by: "password" | "passkey") => void
  /** The password as the rules see it: null where no password is asked for. */
  readonly passwordOf: (typed: string) => string | null
  /** `typed` is the value of the password field. */
  readonly obtain: (typed: string) => Promise<CeremonyResult<ProofInput>>
  /** Returns the command at once with the password, or a promise of it with the passkey. */
  readonly commandWith: (
    typed: string,
    commandOf: (proof: ProofInput) => Command,
  ) => Command | Promise<Prepared>
}

/** False until hydration, because the server knows no browser. */
export const useKnowsPasskeys = (): boolean => {
  const [knows, setKnows] = useState(false)
  useEffect(() => {
    setKnows(knowsPasskeys())
  }, [])
  return knows
}

export const useProof = (purpose: ProofPurpose): ProofChoice => {
  const { settled } = useRuntime()
  const { data } = useAnswer(PASSKEYS)
  const canUsePasskey = useKnowsPasskeys() && hasOneHere(data)
  const [chosen, setChosen] = useState<"password" | "passkey">("password")
  const by = canUsePasskey ? chosen : "password"

  const withPasskey = async (): Promise<CeremonyResult<ProofInput>> => {
    const ceremony = await loadCeremony()
    if (ceremony === null) return { _tag: "Failed", label: "unavailable" }
    await settled()
    const used = await ceremony.provePasskey(purpose)
    return used._tag === "Failed" ? used : { _tag: "Done", value: { passkey: used.value } }
  }

  return {
    by,
    canUsePasskey,
    choose: setChosen,
    passwordOf: (typed) => (by === "password" ? typed : null),
    obtain: (typed) =>
      by === "password"
        ? Promise.resolve({ _tag: "Done", value: { password: trimmedPassword(typed) } })
        : withPasskey(),
    commandWith: (typed, commandOf) =>
      by === "password"
        ? commandOf({ password: trimmedPassword(typed) })
        : withPasskey().then((proof) =>
            proof._tag === "Failed"
              ? { _tag: "NotReady", label: proof.label }
              : { _tag: "Ready", command: commandOf(proof.value) },
          ),
  }
}
