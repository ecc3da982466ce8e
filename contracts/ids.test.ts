import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { COMMAND_SCHEMAS } from "./commands/command.ts"
import { ClientFact } from "./client-facts/client-fact.ts"
import { PerformerId, RecordedPerformerId } from "./ids.ts"
import { isPerformerId } from "./performer-id.ts"
import { PerformerName } from "./queries/performers.ts"
import { FavouritesListed } from "./stream/favourites.ts"
import { AutocompleteAnswer } from "./upstream/performer-service.ts"

const OF_NOBODY = [
  "",
  "p,1",
  "p.1",
  "p 1",
  "../x",
  "p\u0000",
  "é",
  "p~1",
  "p&ids=2",
  "x".repeat(65),
]
const LOOSER = OF_NOBODY.filter((id) => id !== "")

const ASKED_OR_ANSWERED: Readonly<Record<string, (id: string) => boolean>> = {
  "a command": (performerId) =>
    Schema.is(COMMAND_SCHEMAS.AddFavourite)({ _tag: "AddFavourite", performerId }),
  "an answer": (performerId) => Schema.is(PerformerName)({ performerId, username: "a" }),
  "the performer service": (id) =>
    Schema.is(AutocompleteAnswer)({ performers: [{ id, username: "a" }] }),
  "the schema": Schema.is(PerformerId),
  "the rule without schemas": isPerformerId,
}

describe("the id of a performer", () => {
  it.each(Object.entries(ASKED_OR_ANSWERED))("is accepted alike in %s", (_where, accepts) => {
    for (const id of ["p_000007", "7", "-_", "P".repeat(64)])
      expect([id, accepts(id)]).toEqual([id, true])
    for (const id of OF_NOBODY) expect([id, accepts(id)]).toEqual([id, false])
  })

  it.each(LOOSER)("can still be read in a log that holds it as %j", (performerId) => {
    const performerIds = [performerId]
    expect(Schema.is(RecordedPerformerId)(performerId)).toBe(true)
    expect(Schema.is(FavouritesListed)({ _tag: "FavouritesListed", performerIds })).toBe(true)
    for (const _tag of ["PerformersShown", "FavouritesRecalled"] as const) {
      expect(Schema.is(ClientFact)({ _tag, performerIds })).toBe(true)
    }
    expect(Schema.is(ClientFact)({ _tag: "MessageWanted", performerId })).toBe(true)
  })
})
