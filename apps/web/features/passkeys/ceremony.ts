/**
 * Asks for a passkey: first the gateway's challenge, then the browser's own dialog. Every result is an answer or a
 * label with a text (packages/messages/error-messages.ts); no function rejects.
 *
 * Loaded on demand (load-ceremony.ts). Invariant: one dialog at a time; a newer request replaces an older one.
 */
import {
  type AuthenticationResponseJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from "@simplewebauthn/browser"
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  ProofPurpose,
} from "@foldcast/contracts/passkey"
import { queryPorts } from "../../runtime/browser-ports.ts"
import { isJson, jsonOrNull, stringOf } from "../../runtime/json.ts"

export type CeremonyResult<A> =
  | { readonly _tag: "Done"; readonly value: A }
  | { readonly _tag: "Failed"; readonly label: string }

const done = <A>(value: A): CeremonyResult<A> => ({ _tag: "Done", value })
const failed = (label: string): CeremonyResult<never> => ({ _tag: "Failed", label })

const post = async (path: string, body: unknown): Promise<CeremonyResult<unknown>> => {
  try {
    const response = await queryPorts.fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Foldcast": "1" },
      body: JSON.stringify(body),
    })
    const answer = jsonOrNull(await response.text())
    if (response.status === 200) return done(answer)
    return failed((isJson(answer) ? stringOf(answer["label"]) : null) ?? "request.failed")
  } catch {
    return failed("unavailable")
  }
}

/** A shallow check that rejects foreign answers; the browser validates the content. */
const isQuestion = (body: unknown): boolean => isJson(body) && stringOf(body["challenge"]) !== null

/** Null where the member API keeps no passkeys. */
export const askChallenge = async (
  purpose: "logIn" | ProofPurpose,
): Promise<CeremonyResult<PasskeyRequestOptions | null>> => {
  const asked = await post("/api/passkeys/challenge", { purpose })
  if (asked._tag === "Failed") return asked
  return done(isQuestion(asked.value) ? (asked.value as PasskeyRequestOptions) : null)
}

const askRegistration = async (
  proof: { readonly password: string } | { readonly passkey: PasskeyAssertion },
): Promise<CeremonyResult<PasskeyCreationOptions>> => {
  const asked = await post("/api/passkeys/registration", proof)
  if (asked._tag === "Failed") return asked
  return isQuestion(asked.value)
    ? done(asked.value as PasskeyCreationOptions)
    : failed("request.failed")
}

/**
 * On purpose, browsers report the same error for a closed dialog, a timeout and an authenticator without the
 * passkey: only the elapsed time tells a timeout apart.
 */
const labelOf = (error: unknown, timeoutMs: number, beganAt: number): string => {
  const name = error instanceof Error ? error.name : ""
  switch (name) {
    case "NotAllowedError":
    case "AbortError":
      return performance.now() - beganAt >= timeoutMs ? "passkeyTimedOut" : "passkeyCancelled"
    case "InvalidStateError":
      return "passkeyExists"
    case "SecurityError":
    case "NotSupportedError":
    case "ConstraintError":
      return "passkeyUnsupported"
    default:
      return "passkeyFailed"
  }
}

const withWindow = async <A>(
  timeoutMs: number,
  open: () => Promise<A>,
): Promise<CeremonyResult<A>> => {
  const beganAt = performance.now()
  try {
    return done(await open())
  } catch (error) {
    return failed(labelOf(error, timeoutMs, beganAt))
  }
}

/** Only the fields that the contract asks for. */
const assertionOf = ({
  id,
  rawId,
  type,
  response,
}: AuthenticationResponseJSON): PasskeyAssertion => {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    rawId,
    type,
    response: {
      clientDataJSON,
      authenticatorData,
      signature,
      ...(userHandle !== undefined && { userHandle }),
    },
  }
}

export const answerChallenge = async ({
  allowCredentials,
  ...options
}: PasskeyRequestOptions): Promise<CeremonyResult<PasskeyAssertion>> => {
  const optionsJSON = {
    ...options,
    ...(allowCredentials !== undefined && { allowCredentials: allowCredentials as never }),
  }
  const answer = await withWindow(options.timeout, () => startAuthentication({ optionsJSON }))
  return answer._tag === "Failed" ? answer : done(assertionOf(answer.value))
}

/** Proves who uses this open session, for this one command only. */
export const provePasskey = async (
  purpose: ProofPurpose,
): Promise<CeremonyResult<PasskeyAssertion>> => {
  const asked = await askChallenge(purpose)
  if (asked._tag === "Failed") return asked
  return asked.value === null ? failed("passkeyUnsupported") : answerChallenge(asked.value)
}

export const createPasskey = async (
  proof: { readonly password: string } | { readonly passkey: PasskeyAssertion },
): Promise<CeremonyResult<PasskeyAttestation>> => {
  const asked = await askRegistration(proof)
  if (asked._tag === "Failed") return asked
  const { timeout } = asked.value
  const made = await withWindow(timeout, () =>
    startRegistration({ optionsJSON: asked.value as never }),
  )
  if (made._tag === "Failed") return made
  const { id, rawId, type, response } = made.value
  const { clientDataJSON, attestationObject, transports } = response
  return done({
    id,
    rawId,
    type,
    response: {
      clientDataJSON,
      attestationObject,
      ...(transports !== undefined && { transports }),
    },
  })
}

/** Closes the browser's dialog if one is open. */
export const cancelCeremony = (): void => {
  WebAuthnAbortService.cancelCeremony()
}

type Signals = typeof PublicKeyCredential & {
  readonly signalUnknownCredential?: (unknown: {
    readonly rpId: string
    readonly credentialId: string
  }) => Promise<void>
}

/** Tells the browser to stop offering a removed passkey, where the browser supports that. */
export const forgetCredential = (credentialId: string): void => {
  const signals = PublicKeyCredential as Signals
  void signals
    .signalUnknownCredential?.({ rpId: location.hostname, credentialId })
    .catch(() => undefined)
}
