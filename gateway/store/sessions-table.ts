/**
 * The tables of sessions and their cookies (session-store.ts). A member lies in it sealed, found by a
 * keyed digest of their id; a cookie as its SHA-256. Which time counts as over is the caller's to say.
 */
import type { DatabaseSync } from "node:sqlite"
import type { OwnerId } from "../log/visit-header.ts"
import {
  memberIndexIn,
  type NewSessionRow,
  NOTHING_INHERITED,
  type SealedMember,
  type SessionLogIn,
  type StoredSessionRow,
  SessionTableRows,
  type SessionTarget,
  type SessionWritten,
  type StoredSession,
} from "./session-rows.ts"

/** Whether a session's row can be this member's. */
const refusalOf = (
  row: StoredSessionRow | undefined,
  { indexes }: SealedMember,
): SessionWritten => {
  if (row === undefined) return "unknown"
  const index = memberIndexIn(row)
  if (index === null) return "guest"
  return indexes.includes(index) ? "done" : "anotherMember"
}

const reads = (rows: SessionTableRows) => {
  const { statements } = rows
  return {
    byCookie: ({ hash }: { readonly hash: string }): StoredSession | null => {
      const owner = statements.ownerOf.get(hash)?.["owner"]
      return owner === undefined ? null : rows.find(String(owner))
    },
    byOwner: ({ owner }: { readonly owner: OwnerId }): StoredSession | null => rows.find(owner),
    ofMember: ({ indexes }: Pick<SealedMember, "indexes">): ReadonlyArray<StoredSession> =>
      indexes.flatMap((index) => statements.byMember.all(index)).map((row) => rows.stored(row)),
    /** Whether this member is logged in there, or is who logged out there last. */
    isOf: ({
      owner,
      indexes,
      overUntil,
    }: Pick<SessionTarget, "owner" | "overUntil"> & Pick<SealedMember, "indexes">): boolean =>
      indexes.some((index) => statements.isOf.get(owner, index, overUntil) !== undefined),
    /** Sessions with a member in the order of their owners, the first ones behind `after`. */
    members: ({
      after,
      most,
    }: {
      readonly after: string
      readonly most: number
    }): ReadonlyArray<StoredSession> =>
      statements.membersAfter.all(after, most).map((row) => rows.stored(row)),
  }
}

/** About one session each, which is there and goes on. */
const changes = (rows: SessionTableRows) => {
  const { statements } = rows
  const change =
    <T extends SessionTarget>(carryOut: (target: T) => unknown) =>
    (target: T): SessionWritten => {
      if (rows.present(target) === undefined) return "unknown"
      carryOut(target)
      return "done"
    }
  return {
    keep: change<SessionTarget>(() => undefined),
    renew: change<SessionTarget>(({ owner, now }) => statements.renew.run(now, owner)),
    passAgeCheck: change<SessionTarget>(({ owner }) => statements.passAgeCheck.run(owner)),
    reissue: change<SessionTarget & { readonly cookie: string; readonly mostCookies: number }>(
      ({ owner, cookie, mostCookies }) => rows.issue(owner, cookie, mostCookies),
    ),
    logIn: (asked: SessionLogIn): SessionWritten => {
      const row = rows.present(asked)
      const refusal = refusalOf(row, asked)
      if (refusal === "unknown" || refusal === "anotherMember") return refusal
      if ((row?.["call"] ?? null) !== null) return "calling"
      const { owner, now, agent, cookie, proof } = asked
      statements.setMember.run(asked.sealed, asked.index, owner)
      if (refusal === "guest") statements.start.run(now, owner)
      if (agent !== null) statements.setAgent.run(agent.browser, agent.system, owner)
      statements.renew.run(now, owner)
      const isSecond = proof !== null && statements.isRetiring.get(proof, owner, now) !== undefined
      if (!isSecond) statements.retire.run(asked.retiresAt, owner)
      rows.issue(owner, cookie, asked.mostCookies)
      return "done"
    },
    keepCall: (asked: SessionTarget & { readonly sealed: string | null }): SessionWritten => {
      const row = rows.present(asked)
      if (row === undefined) return "unknown"
      if (memberIndexIn(row) !== null) return "anotherMember"
      statements.setCall.run(asked.sealed, asked.owner)
      return "done"
    },
    refreshMember: (asked: SessionTarget & SealedMember): SessionWritten => {
      const refusal = refusalOf(rows.present(asked), asked)
      if (refusal === "done") statements.setMember.run(asked.sealed, asked.index, asked.owner)
      return refusal
    },
    /**
     * In its place begins another, which inherits the age check: answers whether it was passed. Who was
     * logged in is remembered where they are to be.
     */
    end: (
      asked: SessionTarget & { readonly next: NewSessionRow; readonly remembers: boolean },
    ): boolean | "unknown" => {
      const row = rows.present(asked)
      if (row === undefined) return "unknown"
      const ageChecked = row["age_checked"] === 1
      const leftBy = asked.remembers ? memberIndexIn(row) : null
      statements.remove.run(asked.owner)
      rows.insert(asked.next, { ageChecked, leftBy }, asked.now)
      return ageChecked
    },
  }
}

export const sessionsTable = (db: DatabaseSync) => {
  const rows = new SessionTableRows(db)
  const { statements } = rows
  return {
    reads: reads(rows),
    writes: {
      ...changes(rows),
      open: ({ now, ...opened }: NewSessionRow & { readonly now: number }): void =>
        rows.insert(opened, NOTHING_INHERITED, now),
      /** False where the member of the session was sealed anew since `before` was read. */
      replaceMember: (asked: {
        readonly owner: OwnerId
        readonly before: string
        readonly sealed: string
        readonly index: string
      }): boolean =>
        statements.replaceMember.run(asked.sealed, asked.index, asked.owner, asked.before)
          .changes === 1,
      /** Answers how many. */
      endOfMembers: ({ indexes }: { readonly indexes: ReadonlyArray<string> }): number => {
        let ended = 0
        for (const index of indexes) {
          ended += Number(statements.removeOfMember.run(index).changes)
          statements.forgetWhoLeft.run(index)
        }
        return ended
      },
      forget: ({ now, overUntil }: Pick<SessionTarget, "now" | "overUntil">): number => {
        statements.removeRetired.run(now)
        return Number(statements.removeOver.run(overUntil).changes)
      },
    },
  }
}
