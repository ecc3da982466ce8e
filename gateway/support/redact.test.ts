import { createHmac } from "node:crypto"
import { Arbitrary, Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { ClientFact, CLIENT_FACT_TAGS } from "@foldcast/contracts/client-facts/client-fact"
import { EventId } from "@foldcast/contracts/ids"
import { leavesOf } from "@foldcast/contracts/sensitive-leaves"
import { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { Event, EVENT_TAGS, FACT_TRAITS, FACT_SCHEMAS } from "@foldcast/contracts/stream/event"
import {
  redactAnswer,
  redactClientFact,
  redactEnvelope as redactedEnvelope,
  structureOf,
  type KeyedDigest,
} from "./redact.ts"

const redactEnvelope = (envelope: OpenEnvelope, by: KeyedDigest) =>
  redactedEnvelope(envelope, by).value

const digestBy = (key: string) => (text: string) =>
  createHmac("sha256", key).update(text).digest("hex")
const digest = digestBy("a capture's key")

const envelopeOf = (event: OpenEnvelope["event"], v = 1): OpenEnvelope => ({
  seq: 1,
  id: EventId.make("event-0001"),
  at: 1_700_000_000_000,
  v,
  scope: "visit",
  src: { from: "member-api", id: "frame of sanne@example.test" },
  event,
})

const check = async <A>(name: string, schema: Schema.Codec<A>, holds: (value: A) => boolean) => {
  const result = await Effect.runPromise(
    Arbitrary.checkEffect(Arbitrary.schema(schema), holds, { runs: 100, seed: name }),
  )
  expect(Arbitrary.formatCheckFailure(result)).toBeUndefined()
}

/** The values at the leaves whose policy is not `keep`, by walking value and schema together. */
const hiddenTexts = (schema: Schema.Top, value: unknown): ReadonlyArray<string> => {
  const hidden = leavesOf(schema.ast, "").filter((leaf) => leaf.sensitivity?.policy !== "keep")
  return hidden.flatMap(({ path }) => {
    let found: ReadonlyArray<unknown> = [value]
    for (const step of path.split(".").slice(1))
      found = found.flatMap((each) => {
        const member = (each as Record<string, unknown> | null)?.[step.replace("[]", "")]
        return step.endsWith("[]") && Array.isArray(member) ? member : [member]
      })
    return found.filter((each): each is string => typeof each === "string" && each.length > 3)
  })
}

describe("redaction", () => {
  for (const tag of EVENT_TAGS)
    it(`leaves every ${tag} decodable, hides what is not to be kept and is consistent`, () =>
      check<Event>(tag, FACT_SCHEMAS[tag] as unknown as Schema.Codec<Event>, (event) => {
        const redacted = redactEnvelope(envelopeOf(event, FACT_TRAITS[tag].v), digest)
        Schema.decodeUnknownSync(OpenEnvelope)(redacted)
        Schema.decodeUnknownSync(Event)(redacted.event)
        const before = hiddenTexts(FACT_SCHEMAS[tag], event)
        const after = hiddenTexts(FACT_SCHEMAS[tag], redacted.event)
        return (
          before.every((text) => !after.includes(text)) &&
          JSON.stringify(redactEnvelope(envelopeOf(event), digest)) === JSON.stringify(redacted)
        )
      }))

  for (const tag of CLIENT_FACT_TAGS)
    it(`leaves every ${tag} decodable`, () =>
      check<ClientFact>(
        tag,
        ClientFact.cases[tag] as unknown as Schema.Codec<ClientFact>,
        (fact) => {
          const redacted = redactClientFact({ n: 1, after: 0, at: 1, fact }, digest)
          Schema.decodeUnknownSync(ClientFact)(redacted.value.fact)
          return redacted.folds && redacted.value.fact._tag === tag
        },
      ))

  it("shows a public answer unchanged, and keeps of its line only the fields of an answer", () => {
    const answer = { key: "/api/x", status: 200, hash: "a".repeat(64), body: { of: [1, "Mila"] } }
    const { body: _, ...gone } = answer
    expect(redactAnswer(answer, digest)).toEqual(answer)
    expect(redactAnswer(gone, digest)).toEqual(gone)
    expect(redactAnswer({ ...gone, whose: "sanne" } as typeof gone, digest)).toEqual(gone)
  })

  const loggedIn = {
    _tag: "LoggedIn",
    memberId: "m1",
    username: "sanne@example.test",
    verified: true,
  }

  it("gives a person one token within a capture and another in the next capture", () => {
    const name = (event: OpenEnvelope["event"], key: string) =>
      redactEnvelope(envelopeOf(event), digestBy(key)).event["username"]
    const loaded = {
      _tag: "MemberLoaded",
      username: "sanne@example.test",
      capName: "Sanne",
      email: "sanne@example.test",
      verified: true,
      endUserText: "call Sanne",
      lander: null,
      showChangeUsername: false,
    }
    expect(name(loggedIn, "one")).toBe(name(loaded, "one"))
    expect(name(loggedIn, "one")).not.toBe(name(loggedIn, "two"))
    expect(JSON.stringify(redactEnvelope(envelopeOf(loaded), digest))).not.toMatch(/sanne/iu)
  })

  it("keeps of an unreadable event only its tag and structure", () => {
    const unknown = {
      _tag: "SomethingLater",
      amount: 500,
      from: { name: "Sanne", tags: ["a", true, null] },
    }
    expect(redactEnvelope(envelopeOf(unknown), digest).event).toEqual({
      _tag: "SomethingLater",
      amount: 0,
      from: { name: "[dropped]", tags: ["[dropped]", false, null] },
    })
    expect(redactEnvelope(envelopeOf(loggedIn, 99), digest)).toMatchObject({
      v: 99,
      event: { _tag: "LoggedIn", username: "[dropped]", verified: false },
    })
    const malformed = { ...loggedIn, memberId: { secret: "Sanne" } }
    expect(JSON.stringify(redactEnvelope(envelopeOf(malformed), digest))).not.toMatch(/sanne/iu)
  })

  it("says which events a reader will fold: all but those that do not match their schema", () => {
    const folds = (event: OpenEnvelope["event"], v = 1) =>
      redactedEnvelope(envelopeOf(event, v), digest).folds
    expect(folds(loggedIn)).toBe(true)
    expect(folds({ _tag: "SomethingLater" })).toBe(true)
    expect(folds(loggedIn, 99)).toBe(true)
    expect(folds({ ...loggedIn, memberId: 7 })).toBe(false)
  })

  it("strips members that a known event does not declare", () => {
    const redacted = redactEnvelope(envelopeOf({ ...loggedIn, note: "Sanne" }), digest)
    expect(redacted.event).not.toHaveProperty("note")
  })

  it("replaces the values in any JSON and keeps its structure", () => {
    expect(structureOf({ a: [1, "x", { b: true }], c: null })).toEqual({
      a: [0, "[dropped]", { b: false }],
      c: null,
    })
  })
})
