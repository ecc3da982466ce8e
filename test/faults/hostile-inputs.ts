/**
 * What a hostile browser may send: frames and requests that are nearly right, oversized, cut off, or random, all
 * generated from the contracts' own schemas. One seed gives one list.
 */
import { Arbitrary, Effect, Schema } from "effect"
import { CommandRequest } from "@foldcast/contracts/commands/command"
import { BrowserFrame } from "@foldcast/contracts/stream/frames"

/** The change to a valid value before it is sent. */
const Damage = Schema.Union([
  Schema.TaggedStruct("None", {}),
  Schema.TaggedStruct("Dropped", { which: Schema.Natural }),
  Schema.TaggedStruct("Replaced", { which: Schema.Natural, by: Schema.Json }),
  Schema.TaggedStruct("Cut", { at: Schema.Natural }),
])
export type Damage = typeof Damage.Type

/** Whether it names the sender's own visit, so that it passes the first check. */
const own = Schema.Literals([true, true, true, false])
/** Half of the input is undamaged: unexpected but valid input gets further than broken input. */
const damage = Schema.Union([Schema.TaggedStruct("None", {}), Damage])
/** Text in a line of a request: printable, or any string. */
const Printable = Schema.String.check(Schema.isPattern(/^[!-~]{0,60}$/u))
const Line = Schema.Union([Printable, Printable, Printable, Schema.String])

const pairs = <K extends Schema.Constraint, V extends Schema.Constraint>(key: K, value: V) =>
  Schema.Array(Schema.Tuple([key, value])).check(Schema.isMaxLength(4))

/**
 * `next`: an own frame's facts are numbered as the document's next ones. Drawn numbers almost always refer to events
 * that the document has not received, and close its stream.
 */
const numbers = Schema.Literals(["next", "drawn"])

const Frame = Schema.TaggedStruct("Frame", { frame: BrowserFrame, damage, own, numbers })
const Message = Schema.TaggedStruct("Message", {
  body: Schema.Union([
    Schema.String,
    Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))),
  ]),
  repeated: Schema.Literals([1, 1, 1, 1_000, 40_000]),
})
const Attach = Schema.TaggedStruct("Attach", {
  query: pairs(
    Schema.Literals(["visit", "epoch", "seq", "tab", "lastEventId"]),
    Schema.Union([
      Schema.String,
      Schema.Literals(["0", "1", "-1", "9".repeat(40), "a".repeat(64)]),
    ]),
  ),
  own,
  sse: Schema.Boolean,
})
const Posted = Schema.TaggedStruct("Posted", {
  path: Schema.Literals(["/api/commands", "/api/facts"]),
  body: Schema.Union([CommandRequest, BrowserFrame, Schema.Json]),
  damage,
  own,
  contentType: Schema.Literals([
    ...Array.from({ length: 8 }, () => "application/json" as const),
    "application/json; charset=utf-16",
    "text/plain",
    "multipart/form-data; boundary=x",
    "",
  ]),
  /** Added to the body's true length in the header. */
  lengthOff: Schema.Literals([0, 0, 0, 0, 0, 0, 0, 0, 1, -1, 1_000_000]),
})
const Requested = Schema.TaggedStruct("Requested", {
  method: Schema.Literals([
    "GET",
    "GET",
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "DELETE",
    "OPTIONS",
    "PATCH",
    "TRACE",
  ]),
  path: Schema.Union([
    Line,
    Schema.Literals([
      "/",
      "/nl",
      "//evil.example/",
      "/..%2f..%2fetc/passwd",
      "/%00",
      "/%E0%A4%A",
      "/assets/../../package.json",
      "/support/captures",
      "/support/captures/visit",
      "/metrics",
      "/health/ready",
      "/api/stream",
      "/api/session",
      `/${"a".repeat(9_000)}`,
      "/?p=%F0%9F%92%A9&pi=x&click_id=" + "c".repeat(400),
    ]),
  ]),
  headers: pairs(
    Schema.Literals([
      "Cookie",
      "Accept-Language",
      "Accept",
      "Authorization",
      "X-Reason",
      "X-Forwarded-For",
      "Origin",
      "Sec-Fetch-Site",
      "Upgrade",
      "Sec-WebSocket-Key",
      "If-None-Match",
      "Range",
      "Content-Length",
      "Transfer-Encoding",
      "Expect",
    ]),
    Schema.Union([
      Schema.String,
      Schema.Literals([
        "websocket",
        "chunked",
        "-1",
        "auth=a.b.c",
        "Bearer x",
        "text/event-stream",
      ]),
    ]),
  ),
})
const Noise = Schema.TaggedStruct("Noise", { text: Schema.String })

export const HostileInput = Schema.Union([Frame, Message, Attach, Posted, Requested, Noise])
export type HostileInput = typeof HostileInput.Type

const inputs = Arbitrary.schema(HostileInput)

export const hostileInputs = (seed: number, count: number): ReadonlyArray<HostileInput> =>
  Effect.runSync(Arbitrary.sampleEffect(inputs, { count, seed, size: 12 }))

/** The JSON text of a value after the damage. */
export const damaged = (value: unknown, damage: Damage): string => {
  const members = value !== null && typeof value === "object" ? Object.entries(value) : []
  switch (damage._tag) {
    case "None":
      return JSON.stringify(value)
    case "Dropped":
      return JSON.stringify(
        Object.fromEntries(members.filter((_, i) => i !== damage.which % members.length)),
      )
    case "Replaced":
      return JSON.stringify(
        Object.fromEntries(
          members.map(([key, member], i) => [
            key,
            i === damage.which % members.length ? damage.by : member,
          ]),
        ),
      )
    case "Cut": {
      const text = JSON.stringify(value)
      return text.slice(0, damage.at % (text.length + 1))
    }
  }
}
