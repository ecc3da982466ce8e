/**
 * The passkey button under the log-in form. It shows once a challenge has arrived, so it never shows where the
 * browser or the member API does not support passkeys (PASSKEY-05). The challenge is fetched before the press,
 * because some browsers open their dialog only right after one.
 */
import { KeyRound } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import type { PasskeyRequestOptions } from "@foldcast/contracts/passkey"
import { failureOf, isPending } from "@foldcast/folds/pending"
import type { SiteState } from "@foldcast/folds/site-state"
import { passkeyMessage } from "@foldcast/messages/error-messages"
import { m } from "@foldcast/messages/messages"
import { Banner } from "@foldcast/ui/banner.tsx"
import { Button } from "@foldcast/ui/button.tsx"
import { useConnection, useRuntime, useSite } from "../../runtime/react.tsx"
import { CommandFailure } from "../connection/command-failure.tsx"
import { type PasskeyCeremony, knowsPasskeys, loadCeremony } from "../passkeys/load-ceremony.ts"
import "./account.css"

const isLoggingIn = isPending("LogInWithPasskey")
const selectFailure = failureOf("LogInWithPasskey")
const isUnknown = ({ account }: SiteState) => account.logInRefusal?.label === "passkeyUnknown"

/** A challenge is still usable with at least this time left. Milliseconds. */
const LEAST_LEFT_MS = 60_000

interface Question {
  readonly options: PasskeyRequestOptions
  readonly cameAt: number
}

const isGood = ({ options, cameAt }: Question) =>
  performance.now() - cameAt < options.timeout - LEAST_LEFT_MS

/** Asks for another challenge where `ready` is too old, or was used. */
const answerOf = async (
  { askChallenge, answerChallenge }: PasskeyCeremony,
  ready: Question | null,
  settled: () => Promise<void>,
) => {
  if (ready !== null && isGood(ready)) return answerChallenge(ready.options)
  await settled()
  const asked = await askChallenge("logIn")
  if (asked._tag === "Failed") return asked
  return asked.value === null
    ? { _tag: "Failed" as const, label: "passkeyUnsupported" }
    : answerChallenge(asked.value)
}

export function PasskeyLogIn() {
  const { send, settled } = useRuntime()
  const isOffline = useConnection()._tag === "Offline"
  const isInFlight = useSite(isLoggingIn)
  const failure = useSite(selectFailure)
  const wasUnknown = useSite(isUnknown)
  const ceremony = useRef<PasskeyCeremony | null>(null)
  const question = useRef<Question | null>(null)
  const used = useRef<string | null>(null)
  const [isOffered, setOffered] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [wasSent, setSent] = useState(false)
  const [label, setLabel] = useState<string | null>(null)

  useEffect(() => {
    if (!knowsPasskeys()) return
    let isGone = false
    const prepare = async () => {
      const loaded = await loadCeremony()
      await settled()
      const asked = isGone ? undefined : await loaded?.askChallenge("logIn")
      if (isGone || loaded === null || asked?._tag !== "Done" || asked.value === null) return
      ceremony.current = loaded
      question.current = { options: asked.value, cameAt: performance.now() }
      setOffered(true)
    }
    void prepare()
    return () => {
      isGone = true
      ceremony.current?.cancelCeremony()
    }
  }, [settled])

  useEffect(() => {
    if (wasUnknown && used.current !== null) ceremony.current?.forgetCredential(used.current)
  }, [wasUnknown])

  const logIn = async () => {
    const { current } = ceremony
    if (current === null || isAsking || isInFlight) return
    setSent(false)
    setLabel(null)
    if (isOffline) return setLabel("offline")
    setAsking(true)
    const ready = question.current
    question.current = null
    const answer = await answerOf(current, ready, settled)
    setAsking(false)
    if (answer._tag === "Failed") return setLabel(answer.label)
    used.current = answer.value.id
    setSent(true)
    send({ _tag: "LogInWithPasskey", passkey: answer.value })
  }

  if (!isOffered) return null
  const text =
    label === "offline" ? m.form_offline() : label !== null ? passkeyMessage(label)() : null
  return (
    <div className="account-form__passkey">
      <p className="account-form__or">{m.log_in_or()}</p>
      {text !== null ? (
        <Banner tone="danger">{text}</Banner>
      ) : (
        wasSent && !isInFlight && failure !== null && <CommandFailure label={failure} />
      )}
      <Button
        wide
        isPending={isAsking || isInFlight}
        pendingLabel={isInFlight ? m.log_in_pending() : m.passkey_asking()}
        onPress={() => void logIn()}
      >
        <KeyRound size={20} aria-hidden="true" />
        {m.log_in_passkey()}
      </Button>
    </div>
  )
}
