/**
 * Registering or changing to an e-mail address that is in use is refused with that reason (ERR-05, ERR-10), but only
 * so often per client address: beyond that, the refusal is the same for free addresses. The owner of the address is
 * told by mail, rarely enough not to be flooded.
 *
 * Invariant: calls of one client address run one at a time and are counted before anything is looked up, so that
 * concurrent ones learn no more.
 */
import { Effect, Option } from "effect"
import { SqlDatabase } from "../db/database.ts"
import { Refused } from "../http/refused.ts"
import { MailSender } from "../mail/mail-sender.ts"
import { writeMail } from "../mail/mail-outbox.ts"
import { mailTo } from "./account-mails.ts"
import { AttemptLimits, type CountedTry } from "./attempt-limits.ts"
import { credentialsByEmail, lockMember } from "./member-store.ts"

export const emailExists = (): Refused =>
  new Refused({
    status: 409,
    label: "emailExists",
    fields: [{ field: "email", label: "emailExists" }],
  })

const isEmailExists = (error: unknown): boolean =>
  error instanceof Refused && error.label === "emailExists"

/** The call's answer does not depend on whether this succeeds. */
const tellOwner = Effect.fn("members.tellOwner")(
  function* (email: string) {
    const database = yield* SqlDatabase
    const limits = yield* AttemptLimits
    const owner = yield* credentialsByEmail(database, email)
    if (Option.isNone(owner) || owner.value.deleted) return
    const { id } = owner.value
    yield* limits.take({ limit: "addressUsedMailsPerAccount", name: id })
    yield* database.transaction((queries) =>
      Effect.flatMap(lockMember(queries, id), (member) =>
        Option.isNone(member)
          ? Effect.void
          : writeMail(queries, { _tag: "AddressUsed", ...mailTo(member.value) }),
      ),
    )
    yield* (yield* MailSender).wake
  },
  Effect.catchTag("Refused", () => Effect.void),
  Effect.catch((error) =>
    Effect.logWarning("an owner is not told that their address was used", {
      reason: error.message,
    }),
  ),
)

export interface AddressClaim {
  /** The wanted e-mail address. */
  readonly email: string
  /** The client address. */
  readonly address: string
  /** Further tries that the call uses up, whatever its result. */
  readonly tries: ReadonlyArray<CountedTry>
}

export const claimAddress = <A, E, R>(
  { email, address, tries }: AddressClaim,
  claimed: Effect.Effect<A, E, R>,
) =>
  Effect.gen(function* () {
    const limits = yield* AttemptLimits
    const counted: CountedTry = { limit: "takenAddressAnswersPerAddress", address }
    const answered = claimed.pipe(
      Effect.tap(() => limits.giveBack(counted)),
      Effect.tapError((error) =>
        isEmailExists(error) ? tellOwner(email) : limits.giveBack(counted),
      ),
    )
    return yield* limits.inTurn(counted, Effect.andThen(limits.take(...tries, counted), answered))
  })
