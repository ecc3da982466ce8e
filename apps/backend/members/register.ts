/**
 * Registers a member, with an account of no credits and a verification mail. Without a username the e-mail address is
 * the username, until the member chooses one. Every rule of the form is checked here again, because calls may bypass
 * the form.
 */
import { Clock, Effect, Redacted } from "effect"
import type { Locale } from "@foldcast/contracts/units"
import { birthdayFault } from "@foldcast/rules/birthday"
import { trimmedEmail } from "@foldcast/rules/email"
import { registrationFaults } from "@foldcast/rules/registration"
import { trimmedUsername, USERNAME_AT_REGISTRATION, usernameFault } from "@foldcast/rules/username"
import { SqlDatabase } from "../db/database.ts"
import { BRAND_NAMES } from "../brands/brands.ts"
import { badRequest, type RefusedField, Refused } from "../http/refused.ts"
import { BackendIds } from "../ids.ts"
import { MailSender } from "../mail/mail-sender.ts"
import type { CountedTry } from "./attempt-limits.ts"
import { writeVerificationMail } from "./account-mails.ts"
import { removeDeletedAddress } from "./deleted-addresses.ts"
import { insertMember } from "./member-store.ts"
import { passwordLengthsAt, refuseCommon } from "./new-password.ts"
import { nameRefusal } from "./name-refusal.ts"
import { Passwords } from "./passwords.ts"
import { claimAddress, emailExists } from "./taken-addresses.ts"

export interface Registration {
  readonly email: string
  readonly password: Redacted.Redacted
  readonly username: string | undefined
  /** A calendar date, `2001-12-31`. */
  readonly birthday: string | undefined
  readonly lang: Locale
  /** The id of a brand. */
  readonly brand: string
  readonly address: string
}

/** Today's date in the country of the site, for members who turn 18. */
const calendarDate = (now: number) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Amsterdam" }).format(now)

const faultsOf = (
  { email, password, username, birthday, brand }: Registration,
  now: number,
): ReadonlyArray<RefusedField> => {
  const faults: Array<RefusedField> = [
    ...registrationFaults({ email, password: Redacted.value(password) }, passwordLengthsAt(brand)),
  ]
  const ofUsername =
    username === undefined ? null : usernameFault(username, USERNAME_AT_REGISTRATION, BRAND_NAMES)
  if (ofUsername !== null) faults.push({ field: "username", label: ofUsername })
  const ofBirthday = birthday === undefined ? null : birthdayFault(birthday, calendarDate(now))
  if (ofBirthday !== null) faults.push({ field: "birthday", label: ofBirthday })
  return faults
}

const usernameExists = () =>
  new Refused({
    status: 409,
    label: "usernameExists",
    fields: [{ field: "username", label: "usernameExists" }],
  })

const refusalOf = (constraint: string) => {
  switch (constraint) {
    case "members_email_unique":
      return Effect.fail(emailExists())
    case "members_username_unique":
      return Effect.fail(usernameExists())
    default:
      return Effect.die(new Error(`registering met the constraint ${constraint}`))
  }
}

/** Answers the member's id. Being told that an e-mail is taken uses up a try of the client address. */
export const registerMember = Effect.fn("members.register")(function* (registration: Registration) {
  const passwords = yield* Passwords
  const database = yield* SqlDatabase
  const now = yield* Clock.currentTimeMillis
  const faults = faultsOf(registration, now)
  if (faults.length > 0) return yield* badRequest("registration", faults)
  yield* refuseCommon("password", registration.password)
  const { username } = registration
  const unfit =
    username === undefined ? null : yield* nameRefusal(database, trimmedUsername(username))
  if (unfit !== null) {
    return yield* badRequest("registration", [{ field: "username", label: unfit }])
  }

  const email = trimmedEmail(registration.email)
  const id = (yield* BackendIds).next("m")
  const member = {
    id,
    email,
    username: username === undefined ? email : trimmedUsername(username),
    verified: false,
    birthday: registration.birthday?.trim() ?? null,
    lang: registration.lang,
    brand: registration.brand,
    at: new Date(now),
  }
  const { address } = registration
  const counted: CountedTry = { limit: "registrationsPerAddress", address }
  const registered = Effect.flatMap(passwords.hash(registration.password), (passwordHash) =>
    database.transaction((queries) =>
      Effect.gen(function* () {
        yield* insertMember(queries, { ...member, passwordHash })
        yield* removeDeletedAddress(queries, email)
        yield* writeVerificationMail(queries, member)
      }),
    ),
  ).pipe(Effect.catchTag("ConstraintViolated", ({ constraint }) => refusalOf(constraint)))
  yield* claimAddress({ email, address, tries: [counted] }, registered)
  yield* (yield* MailSender).wake
  return id
})
