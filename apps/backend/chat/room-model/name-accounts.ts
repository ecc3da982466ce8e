/**
 * The member accounts behind nicknames, which every event about people names (UA58): whoever stores what they wrote
 * can erase it with the account. Guests have none. Pure.
 */
import type { Accounts } from "@foldcast/contracts/upstream/chat-service"

/** Somebody by the name they have in a room; `memberId`: null for a guest. */
export interface NamedViewer {
  readonly nickname: string
  readonly memberId: string | null
}

export const accountsOf = (...people: ReadonlyArray<NamedViewer>): Accounts =>
  people.flatMap(({ nickname, memberId }) => (memberId === null ? [] : [{ nickname, memberId }]))
