/**
 * Whose visits a tab's are: one computer serves several people, and a capture is of one. A session is one person's
 * from its first page to its log-out; a member's sessions are the member's, and of a guest only the session is
 * known. Pure.
 */
import type { VisitRecord } from "../log/visit-header.ts"

/** Those of `visits` that are of the same person as `visit`. */
export const visitsOfPerson = (
  visit: VisitRecord,
  visits: ReadonlyArray<VisitRecord>,
): ReadonlyArray<VisitRecord> => {
  const members = new Map(
    [visit, ...visits].flatMap(({ owner, member }) => (member === null ? [] : [[owner, member]])),
  )
  const personOf = ({ owner, member }: VisitRecord) => member ?? members.get(owner) ?? owner
  return visits.filter((other) => personOf(other) === personOf(visit))
}
