/**
 * What the browser needs of the gateway's stream: every frame and every fact, read by the schemas that the
 * browser's client decodes with.
 */
import { Pact } from "@pact-foundation/pact"
import { Schema } from "effect"
import { expect, it } from "vitest"
import { Envelope, OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import {
  EVENT_TAGS,
  type EventTag,
  FACT_TRAITS,
  FACT_SCHEMAS,
} from "@foldcast/contracts/stream/event"
import { GatewayFrame } from "@foldcast/contracts/stream/frames"
import { matcherOf } from "@foldcast/verify/matchers"
import { FACT_EXAMPLES, FRAME_EXAMPLES } from "./examples.ts"
import { pactFolder } from "./pact-folder.ts"

const pact = new Pact({
  consumer: "web",
  provider: "gateway-stream",
  dir: pactFolder,
  logLevel: "error",
})

const message = (description: string, template: unknown, topic: string) =>
  pact
    .addAsynchronousInteraction()
    .expectsToReceive(description, (builder) => {
      builder.withJSONContent(template).withMetadata({ topic })
    })
    .executeTest(async (received) => received.contents.content)

const decodeFrame = Schema.decodeUnknownSync(GatewayFrame)
const decodeEnvelope = Schema.decodeUnknownSync(Envelope)
const decodeOpen = Schema.decodeUnknownSync(OpenEnvelope)

const frameNames = Object.keys(FRAME_EXAMPLES) as ReadonlyArray<keyof typeof FRAME_EXAMPLES>

it.each(frameNames)("the browser reads the frame %s", async (k) => {
  const example = { k, ...FRAME_EXAMPLES[k] } as typeof GatewayFrame.Encoded
  const received = await message(`frame ${k}`, matcherOf(GatewayFrame, example), k)
  expect(decodeFrame(received)).toEqual(example)
})

/** The list of these facts may be empty, which is information too. */
const MAY_BE_EMPTY: ReadonlySet<EventTag> = new Set([
  "BlocksListed",
  "FavouritesListed",
  "LiveAlertsListed",
])

const schemaOf = (tag: EventTag): Schema.Top =>
  Schema.Struct({ ...Envelope.fields, event: FACT_SCHEMAS[tag] })

it.each(EVENT_TAGS)("the browser reads the fact %s", async (tag) => {
  const example = {
    seq: 4,
    id: "0199f1a0-0000-7000-8000-000000000001",
    at: 1_770_000_000_000,
    v: FACT_TRAITS[tag].v,
    scope: FACT_TRAITS[tag].scope,
    src: { from: "gateway" as const },
    event: { _tag: tag, ...FACT_EXAMPLES[tag] },
  }
  const lists = MAY_BE_EMPTY.has(tag) ? "mayBeEmpty" : "atLeastOne"
  const received = await message(`fact ${tag}`, matcherOf(schemaOf(tag), example, lists), "events")
  expect(decodeFrame({ k: "events", events: [received] })).toMatchObject({ k: "events" })
  expect(decodeOpen(received).seq).toBe(4)
  expect(decodeEnvelope(received).event).toEqual(example.event)
})
