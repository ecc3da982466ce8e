/**
 * The list of deleted accounts. A process keeps it outside its databases, so that a process restored from a
 * backup deletes those accounts again. One line for each account, without personal data; lines are only
 * appended, and a line cut short by a crash is ignored. Gateway and backend may share one list. Pure.
 */

export interface DeletedAccount {
  /** SHA-256 of `deletedAccountText`, in hexadecimals. */
  readonly hash: string
  /** The keys of the member's sessions in a gateway; empty for a process without sessions. */
  readonly sessions: ReadonlyArray<string>
}

/** The text to hash for a member's id. */
export const deletedAccountText = (memberId: string): string =>
  `foldcast deleted account ${memberId}`

/** Begins with a line break, so that a half-written line before it does no harm. */
export const deletedAccountLine = ({ hash, sessions }: DeletedAccount, at: Date): string =>
  `\n${[hash, at.toISOString(), ...sessions].join(" ")}\n`

const LINE = /^([0-9a-f]{64}) \S+((?: [\w-]+)*)$/u

export const deletedAccountsIn = (text: string): ReadonlyArray<DeletedAccount> =>
  text.split("\n").flatMap((line) => {
    const [, hash, sessions = ""] = LINE.exec(line) ?? []
    return hash === undefined
      ? []
      : [{ hash, sessions: sessions.split(" ").filter((index) => index !== "") }]
  })
