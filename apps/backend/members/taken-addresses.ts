/**
 * That an e-mail address is in use is said to whoever registers with it or wants it for their account (ERR-05, ERR-10),
 * and is so often said to one client address and no more: after that it is refused alike whether the address is in use
 * or free. Whose address it is gets a mail, rarely enough that nobody is flooded by it.
 *
 * Invariant: of one client address one asks at a time, and is counted before anything is looked at, so that many at
 * once learn no more than one after the other.
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

/** The answer is the same whether or not this can be done. */
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
  /** The e-mail address that somebody wants. */
  readonly email: string
  /** Their client address. */
  readonly address: string
  /** What they use up besides, whatever comes of it. */
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
