/**
 * Deletes an account, in one transaction: what names the person is replaced, links, browsers, passkeys, favourites
 * and waiting mails and events are removed, and every token is void from the commit on. The member's row, payments
 * and ledger stay, because the books must add up; they name an id and nobody behind it.
 *
 * The list of deleted accounts keeps a restored backup from bringing the account back. The last mail goes to the
 * address that is erased here, so it names no member.
 */
import { Clock, Effect } from "effect"
import { deleteBlocksOf } from "../blocks/block-store.ts"
import { ChatRooms } from "../chat/room-service/chat-rooms.ts"
import { SqlDatabase, type SqlQueries, type QueryError } from "../db/database.ts"
import { voidStatement } from "../db/statement.ts"
import { deleteFavouritesOf } from "../favourites/favourite-store.ts"
import { deleteLiveAlertsOf } from "../live-alerts/live-alert-store.ts"
import { deleteSpendingOf } from "../spending/spending-store.ts"
import type { Refused } from "../http/refused.ts"
import { deleteMailsOf, writeMail } from "../mail/mail-outbox.ts"
import { MailSender } from "../mail/mail-sender.ts"
import { deleteDeliveriesOf } from "../outbox/outbox.ts"
import { eraseMessagesOf } from "../messenger/message-store.ts"
import { eraseReporter } from "../safety/report-store.ts"
import { MemberSocketServer } from "../sockets/member-sockets.ts"
import { DeletionList } from "./deletion-list.ts"
import { recordDeletedAddress } from "../members/deleted-addresses.ts"
import { deleteBrowsersOf } from "../members/known-browsers.ts"
import { deleteLinksOf } from "../members/link-store.ts"
import type { StoredMember } from "../members/member.ts"
import { lockPresentMember, lockProvenMember } from "../members/member-store.ts"
import { deletePasskeysOf } from "../members/passkey-store.ts"
import { checkProof, type GivenProof } from "../members/proof.ts"
import { deleteResetRequestsOf } from "../members/reset-requests.ts"

/** No address or name that anybody could type, unique per member; no password hash. */
const ANONYMISE = voidStatement(
  `UPDATE members SET deleted = true, verified = false, token_version = token_version + 1,
     email = 'deleted:' || id, email_key = 'deleted:' || id,
     username = 'deleted:' || id, username_key = 'deleted:' || id,
     pending_email = NULL, pending_email_until = NULL, password_hash = 'void', birthday = NULL, lander = NULL, end_user_text = NULL
   WHERE id = $1`,
)

/** Answers the recipient of a last mail. */
export const anonymiseMember = Effect.fnUntraced(function* (queries: SqlQueries, memberId: string) {
  const at = new Date(yield* Clock.currentTimeMillis)
  const { email, username, lang, brand } = yield* lockPresentMember(queries, memberId)
  yield* queries.query(ANONYMISE, [memberId])
  yield* recordDeletedAddress(queries, email, at)
  yield* deleteFavouritesOf(queries, memberId)
  yield* deleteLiveAlertsOf(queries, memberId)
  yield* deleteBlocksOf(queries, memberId)
  yield* eraseReporter(queries, memberId)
  yield* deleteSpendingOf(queries, memberId)
  yield* eraseMessagesOf(queries, memberId, at)
  yield* deleteLinksOf(queries, memberId)
  yield* deleteBrowsersOf(queries, memberId)
  yield* deletePasskeysOf(queries, memberId)
  yield* deleteDeliveriesOf(queries, memberId)
  yield* deleteResetRequestsOf(queries, { email, username })
  yield* deleteMailsOf(queries, memberId)
  return { to: email, lang, brand }
})

/** Runs inside the transaction, before anything is removed. */
type Check = (queries: SqlQueries) => Effect.Effect<unknown, Refused | QueryError>

const erase = Effect.fnUntraced(function* (memberId: string, check: Check) {
  const database = yield* SqlDatabase
  yield* database.transaction((queries) =>
    Effect.gen(function* () {
      yield* check(queries)
      const address = yield* anonymiseMember(queries, memberId)
      yield* writeMail(queries, { _tag: "AccountDeleted", ...address })
    }),
  )
  yield* (yield* MailSender).wake
  yield* (yield* ChatRooms).endMemberSessions(memberId)
  yield* (yield* MemberSocketServer).endAt(memberId, yield* Clock.currentTimeMillis)
  // After the commit: nobody on the list still has an account.
  yield* (yield* DeletionList).add(memberId)
})

/** Without proof of identity. */
export const eraseAccount = Effect.fn("members.eraseAccount")((memberId: string) =>
  erase(memberId, () => Effect.void),
)

export const deleteAccount = Effect.fn("members.deleteAccount")(function* (
  member: StoredMember,
  proof: GivenProof,
) {
  yield* checkProof(member, proof, "deletion")
  yield* erase(member.id, (queries) => lockProvenMember(queries, member))
})
