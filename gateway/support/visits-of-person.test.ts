import { expect, it } from "vitest"
import type { MemberId } from "@foldcast/contracts/ids"
import { visitHeader } from "../log/visit-log.fixtures.ts"
import type { OwnerId, VisitRecord } from "../log/visit-header.ts"
import { visitsOfPerson } from "./visits-of-person.ts"

/** A tab's visits in their order: name, session, member. */
const TAB = (
  [
    ["guest-before", "s1", null],
    ["anna", "s1", "anna"],
    ["guest-between", "s2", null],
    ["ben-as-guest", "s3", null],
    ["ben", "s3", "ben"],
    ["anna-again", "s4", "anna"],
    ["guest-after", "s5", null],
  ] as const
).map(
  ([name, owner, member]) =>
    ({
      ...visitHeader(name),
      owner: owner as OwnerId,
      member: member as MemberId | null,
    }) as VisitRecord,
)
const named = (name: string) => TAB.find(({ visit }) => visit.endsWith(name)) as VisitRecord

it.each([
  ["anna", ["guest-before", "anna", "anna-again"]],
  ["anna-again", ["guest-before", "anna", "anna-again"]],
  ["guest-before", ["guest-before", "anna", "anna-again"]],
  ["ben", ["ben-as-guest", "ben"]],
  ["ben-as-guest", ["ben-as-guest", "ben"]],
  ["guest-between", ["guest-between"]],
  ["guest-after", ["guest-after"]],
])("the visits of a person's tab are found from %s", (name, expected) => {
  expect(visitsOfPerson(named(name), TAB).map(({ visit }) => visit)).toEqual(
    expected.map((one) => named(one).visit),
  )
})
