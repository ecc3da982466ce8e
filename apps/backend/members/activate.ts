/**
 * The e-mail address is verified by the link that was sent to it. The link's use, the verification, the
 * welcome credits and what the member's socket will tell are one transaction; the credits' key names the
 * member, so they are granted once, whatever is clicked how often, and not again for another address.
 */
import { Clock, Effect, Option } from "effect"
import { ACTIVATION_VERIFIED_LABEL } from "@foldcast/contracts/upstream/member-api"
import { Database, type Queries } from "../db/database.ts"
import { badRequest, Refused } from "../http/refused.ts"
import { OutboxRelay } from "../outbox/relay.ts"
import { noteBrowser } from "./known-browsers.ts"
import { linkOf, useLink } from "./link-store.ts"
import { type LinkContent, LinkTokens } from "./link-tokens.ts"
import { lockMember, markVerified } from "./member-store.ts"
import { Tokens } from "./tokens.ts"
import { welcome } from "./welcome.ts"

export const alreadyVerified = () => new Refused({ status: 400, label: ACTIVATION_VERIFIED_LABEL })
const expired = () => badRequest("activation.expired")

const activateIn = Effect.fnUntraced(function* (
  queries: Queries,
  link: LinkContent,
  agent: string | null,
) {
  const at = new Date(yield* Clock.currentTimeMillis)
  const found = yield* lockMember(queries, link.memberId)
  const known = yield* linkOf(queries, link.tokenHash, "verify")
  if (Option.isNone(found) || Option.isNone(known)) return yield* expired()
  if (found.value.verified) return yield* alreadyVerified()
  if (known.value.used) return yield* badRequest("activation.used")
  if (link.expired || !(yield* useLink(queries, link.tokenHash, at))) return yield* expired()
  yield* markVerified(queries, link.memberId)
  // Who reads the member's mail is no stranger: this browser is known from now on.
  yield* noteBrowser(queries, link.memberId, agent, at)
  return { member: found.value, credits: yield* welcome(queries, found.value) }
})

export interface Activation {
  readonly key: string
  readonly agent: string | null
}

export const activate = Effect.fn("members.activate")(function* ({ key, agent }: Activation) {
  const database = yield* Database
  const link = yield* (yield* LinkTokens).read(key)
  if (Option.isNone(link) || link.value.purpose !== "verify") return yield* expired()
  const { member, credits } = yield* database.transaction((queries) =>
    activateIn(queries, link.value, agent),
  )
  yield* (yield* OutboxRelay).wake
  return { token: yield* (yield* Tokens).issue(member), credits }
})
