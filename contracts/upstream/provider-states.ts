/**
 * The states that a service is brought into before it is verified: the meaning of each, and the values that it must
 * answer. Their parameters are in the pacts.
 *
 * Invariant: each value that a request needs is answered by one of its interaction's states
 * (test/contracts/states.test.ts).
 */
/** Site and session of the passkeys in the states below. */
export const PASSKEY_PLACE = {
  origin: "https://site.example",
  session: "contract-session",
} as const

interface ProviderState {
  /** Markdown. */
  readonly meaning: string
  readonly answers: ReadonlyArray<string>
}

const MEMBER = ["memberId", "email", "password"]
const LOGGED_IN = [...MEMBER, "token"]

export const PROVIDER_STATES = {
  "a guest": { meaning: "nobody is logged in", answers: [] },
  "no such account": { meaning: "`email` is an address that nobody has", answers: ["email"] },
  "a logged-in member": {
    meaning:
      "a member with these credits, without lander and end-user text, and a valid log-in `token` of theirs. With `deleted` the account is deleted after the token was issued; `favourite` is a performer whom the member likes, `liveAlert` one whose coming online they want to be told, `block` one whom they blocked, `pendingEmail` an address that waits to be theirs. With `unfitName` their username holds `moderator`, as it could before names were refused for it",
    answers: LOGGED_IN,
  },
  "a link of a member": {
    meaning:
      "a member, not logged in, and `linkToken`, the token of a link of an e-mail: for verifying (`verify`), a new password (`reset`), logging in (`login`) or another address that waits (`email`); one that was `used` or has `expired` where that is asked",
    answers: [...MEMBER, "linkToken"],
  },
  "a member with a reset token": {
    meaning:
      "a member whose `token` is what `POST /login` answers to the token of a reset link: good for one password change and nothing else",
    answers: LOGGED_IN,
  },
  "a member with a passkey": {
    meaning:
      "a logged-in member with a passkey `passkeyId` of `https://site.example`, made by an authenticator in software, and what that answers (`clientDataJSON`, `authenticatorData`, `signature`) to a challenge of there and of the session `contract-session`, whose purpose is `proves`",
    answers: [...LOGGED_IN, "passkeyId", "clientDataJSON", "authenticatorData", "signature"],
  },
  "a passkey that was made": {
    meaning:
      "a logged-in member without passkeys, and what such an authenticator answers to a challenge for making one (`passkeyId`, `clientDataJSON`, `attestationObject`)",
    answers: [...LOGGED_IN, "passkeyId", "clientDataJSON", "attestationObject"],
  },
  "a free e-mail address": { meaning: "`free` is an address that nobody has", answers: ["free"] },
  "a taken e-mail address": {
    meaning: "`taken` is the address of some other member",
    answers: ["taken"],
  },
  "no such username": { meaning: "`username` is one that nobody has", answers: ["username"] },
  "a lander": { meaning: "`landerId` is a lander's", answers: ["landerId"] },
  "a wallet on offer": {
    meaning: "what a payment session accepts, as texts",
    answers: ["walletId", "bundleId", "paymentMethod"],
  },
  "an open payment session": {
    meaning: "a logged-in member with a payment session that is open",
    answers: [...LOGGED_IN, "sessionId"],
  },
  "a paid payment session": {
    meaning:
      "the same, paid; where an `email` comes along it is that member's, whose connected socket is told `bundle-bought` and `updated-credits`; where a `sessionId` does, it is that one, of the first bundle on offer",
    answers: [...LOGGED_IN, "sessionId"],
  },
  "a failed payment session": {
    meaning:
      "the same, failed; where an `email` comes along it is that member's, whose connected socket is told `payment-failed` with session and reason",
    answers: [...LOGGED_IN, "sessionId"],
  },
  "an IVR session": {
    meaning: "`session` of a number that was just shown to a browser",
    answers: ["session"],
  },
  "a call that waits": {
    meaning: "the same, and a call that came in at that number and was told the PIN `pin`",
    answers: ["session", "pin"],
  },
  "a call in call": {
    meaning:
      "the same; the PIN was accepted for some browser, the call is connected, and `token` is its own; where a `session` comes along it is that one's accepted call that is connected, and with `ended` has ended",
    answers: ["session", "pin", "token"],
  },
  "a performer": {
    meaning:
      "a complete performer ([which is that](performer-service.md#states)), called `username` where that is asked",
    answers: ["performerId", "username"],
  },
  "a performer with albums": {
    meaning:
      "the same, and an album of at least one photo; every album has a cover with its colour",
    answers: ["performerId", "username", "albumId"],
  },
  "a performer with a still": {
    meaning:
      "a performer in free chat, of whose picture a [still](performer-service.md#stills) has come this moment",
    answers: ["performerId", "username"],
  },
  "performers online": {
    meaning:
      "of female [complete performers](performer-service.md#states) some are in free chat, somebody is online and somebody is offline; for the order to be tried, those in free chat differ in rating, one of them does not speak English, and whoever is offline has the best rating; by name, by rating and by first session they stand in three different orders",
    answers: [],
  },
  "a favourite": {
    meaning: "a logged-in member and a favourite of theirs",
    answers: [...LOGGED_IN, "performerId"],
  },
  "a lobby": {
    meaning:
      "a performer in free chat and a `connection` of a lobby that hears their room; a logged-in member who is not in it, with `unfitName` as there",
    answers: [...LOGGED_IN, "performerId", "connection"],
  },
  "somebody in a room": {
    meaning:
      "the same; the performer is seen, the member, who has credits, watches free over that lobby, and `auth` is the word of that session",
    answers: [...LOGGED_IN, "performerId", "connection", "auth"],
  },
  "somebody with a camera in a room": {
    meaning:
      "a performer, and a logged-in member who is in private with her and has told `camback-started` over the session's connection; `auth` is the word of that session",
    answers: [...LOGGED_IN, "performerId", "auth"],
  },
  "a performer's status": {
    meaning:
      "the performer `performerId` has the status `onlineStatus` from now on, whoever is with her; who is in her room is told",
    answers: ["performerId"],
  },
  "a performer's act": {
    meaning:
      "the performer `performerId` does `act` in her room: `accept` or `decline` whoever waits for VIP, `stopVip`, `say` or `announce` the `message`, or `kick` who is called as the `message` says",
    answers: ["performerId"],
  },
  "an event in the room": {
    meaning:
      "everybody who hears the room of `performerId` is told one event of the name `chatEvent`, whatever it is about",
    answers: [],
  },
  "a conversation": {
    meaning:
      "a logged-in member who has credits, a complete performer whose messaging id is `messagingId`, and their conversation `conversationId`: first a message that the member sent with `key`, then `messageId` of the performer, which the member has not read",
    answers: [
      ...LOGGED_IN,
      "performerId",
      "username",
      "messagingId",
      "conversationId",
      "messageId",
      "key",
    ],
  },
  "a conversation with a picture": {
    meaning:
      "the same, where the performer's message is a picture at `/inbox/attachment/` and `attachmentId`",
    answers: [...LOGGED_IN, "performerId", "conversationId", "messageId", "attachmentId"],
  },
  "a performer's private message": {
    meaning:
      "the performer `performerId` writes to the member `memberId`, whose connected socket is told `private-message`; with `hasPicture` a picture",
    answers: ["conversationId", "messageId"],
  },
  "a performer who has read": {
    meaning:
      "a performer has read what the member `memberId` wrote, whose connected socket is told `message-read`",
    answers: [],
  },
  "an event for the member": {
    meaning: "the connected socket of the member `memberId` is told one such event",
    answers: [],
  },
} as const satisfies Readonly<Record<string, ProviderState>>

export type ProviderStateName = keyof typeof PROVIDER_STATES
