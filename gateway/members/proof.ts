/**
 * The proof that a command brings of who is at an open session, as the member API asks for it (ADR 0024): the password,
 * or a passkey with the site and the session in which it was used. Pure.
 */
import type { PasskeyAssertion } from "@foldcast/contracts/passkey"
import type { UsedPasskey } from "@foldcast/contracts/upstream/passkeys"
import { trimmedPassword } from "@foldcast/rules/password"
import type { OwnerId } from "../log/visit-header.ts"
import { openSessionId } from "../sessions/open-session-id.ts"

/** Where somebody is: `origin` as the guard of the route has checked it (http/origin.ts). */
export interface Whereabouts {
  readonly origin: string
  readonly session: { readonly owner: OwnerId }
}

/** The schemas of commands let one of the two through. */
export interface IdentityProof {
  readonly password?: string
  readonly passkey?: PasskeyAssertion
}

/** The site and the session that a challenge is good for. */
export const challengePlace = ({ origin, session }: Whereabouts) => ({
  origin,
  session: openSessionId(session.owner),
})

export const usedPasskey = (credential: PasskeyAssertion, where: Whereabouts): UsedPasskey => ({
  ...challengePlace(where),
  credential,
})

/** What the rules of a form look at: no password where a passkey stands in for it. */
export const presentPassword = ({ password }: IdentityProof): string | null => password ?? null

export const proofOf = ({ password, passkey }: IdentityProof, where: Whereabouts) =>
  passkey === undefined
    ? { password: trimmedPassword(password ?? "") }
    : { passkey: usedPasskey(passkey, where) }
