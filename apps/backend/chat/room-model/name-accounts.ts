/**
 * Whose accounts are behind names, as every event says it that tells of people (UA58): whoever keeps what they say
 * can let it go with the account. Guests have none. Pure.
 */
import type { Accounts } from "@foldcast/contracts/upstream/chat-service"

/** Somebody by the name they have in a room; `memberId`: null for a guest. */
export interface NamedViewer {
  readonly nickname: string
  readonly memberId: string | null
}

export const accountsOf = (...people: ReadonlyArray<NamedViewer>): Accounts =>
  people.flatMap(({ nickname, memberId }) => (memberId === null ? [] : [{ nickname, memberId }]))
