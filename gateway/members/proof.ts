/**
 * The proof of identity that a command brings at an open session, in the member API's form (ADR 0024): the
 * password, or a passkey with the site and the session in which it was used. Pure.
 */
import type { PasskeyAssertion } from "@foldcast/contracts/passkey"
import type { UsedPasskey } from "@foldcast/contracts/upstream/passkeys"
import { trimmedPassword } from "@foldcast/rules/password"
import type { OwnerId } from "../log/visit-header.ts"
import { openSessionId } from "../sessions/open-session-id.ts"

/** Site and session of a request: `origin` as the route's guard has checked it (http/origin.ts). */
export interface Whereabouts {
  readonly origin: string
  readonly session: { readonly owner: OwnerId }
}

/** The commands' schemas allow exactly one of the two. */
export interface IdentityProof {
  readonly password?: string
  readonly passkey?: PasskeyAssertion
}

/** The site and the session for which a challenge is valid. */
export const challengePlace = ({ origin, session }: Whereabouts) => ({
  origin,
  session: openSessionId(session.owner),
})

export const usedPasskey = (credential: PasskeyAssertion, where: Whereabouts): UsedPasskey => ({
  ...challengePlace(where),
  credential,
})

/** The password for the form rules: none where a passkey replaces it. */
export const presentPassword = ({ password }: IdentityProof): string | null => password ?? null

export const proofOf = ({ password, passkey }: IdentityProof, where: Whereabouts) =>
  passkey === undefined
    ? { password: trimmedPassword(password ?? "") }
    : { passkey: usedPasskey(passkey, where) }
