/**
 * The list of deleted accounts: what a process keeps outside its databases, so that one which comes back from
 * a backup forgets them again. A line for each, which names nobody; lines are only ever added, and one that a
 * killed process left half written is none. Gateway and backend may keep one list together. Pure.
 */

export interface DeletedAccount {
  /** SHA-256 of `deletedAccountText`, in hexadecimals. */
  readonly hash: string
  /** What a gateway finds the member's sessions by; none of whoever has no sessions. */
  readonly sessions: ReadonlyArray<string>
}

/** What is hashed of a member's id. */
export const deletedAccountText = (memberId: string): string =>
  `foldcast deleted account ${memberId}`

/** Begins on a line of its own, whatever was written before. */
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
