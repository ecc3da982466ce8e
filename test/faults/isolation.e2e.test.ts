/**
 * Every browser's member has unique markers: a name, an address and a balance that no other member has. Whatever
 * other browsers try with its visit, no marker appears in another's stream.
 */
import { Arbitrary, Effect, Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { removeDirectory, startGateway, type TestGateway } from "../support/gateway.ts"
import { TestBrowser } from "../support/member-browser.ts"
import { type ScriptedMember, ScriptedUpstream } from "../support/scripted-upstream.ts"
import { SseReader, type StreamReader, WebSocketReader } from "../support/stream-reader.ts"

const MEMBERS = process.env["PROOF"] === "full" ? 100 : 10
const STEPS = process.env["PROOF"] === "full" ? 5_000 : 300

/** The next step: a member's credits change, or a browser uses another's visit. */
const Step = Schema.Struct({
  who: Schema.Natural,
  whose: Schema.Natural,
  does: Schema.Literals([
    "credits",
    "credits",
    "credits",
    "attach",
    "resume",
    "sse",
    "command",
    "facts",
  ]),
})
const steps = Effect.runSync(
  Arbitrary.sampleEffect(Arbitrary.schema(Step), { count: STEPS, seed: 7, size: 1_000 }),
)

interface Person {
  readonly id: string
  readonly member: ScriptedMember
  readonly canary: string
  readonly browser: TestBrowser
  readonly visit: string
  readonly stream: StreamReader
  /** Balances of this member only: each member has its own range of a thousand. */
  next: number
}

describe("isolation of visits", () => {
  let upstream: ScriptedUpstream
  let gateway: TestGateway
  const people: Array<Person> = []
  const readers: Array<StreamReader> = []

  beforeAll(async () => {
    upstream = await ScriptedUpstream.start()
    gateway = await startGateway({
      upstream: upstream.url,
      environment: {
        // No browser here answers pings: on a slow machine all steps take longer than the pong timeout.
        HEARTBEAT_MS: "300000",
        ...Object.fromEntries(
          [
            "STREAMS_PER_OWNER",
            "STREAMS_PER_ADDRESS",
            "COMMANDS_PER_OWNER",
            "COMMANDS_PER_ADDRESS",
          ].map((name) => [`RATE_${name}`, "1000000/1s"]),
        ),
      },
    })
    for (let i = 0; i < MEMBERS; i += 1) people.push(await arrive(i))
  })
  afterAll(async () => {
    for (const reader of readers) reader.close()
    await gateway.close()
    await upstream.close()
    await removeDirectory(gateway.dataDir)
  })

  const open = (
    person: Pick<Person, "browser">,
    query: Readonly<Record<string, string>>,
    sse = false,
  ) => {
    const options = {
      url: gateway.url,
      query: { tab: "canary", ...query },
      cookie: person.browser.cookie,
    }
    const reader = sse ? new SseReader(options) : new WebSocketReader(options)
    readers.push(reader)
    return reader
  }

  const arrive = async (index: number): Promise<Person> => {
    const canary = `canary-${index}-sings`
    const member = upstream.addMember({
      id: `m-${canary}`,
      email: `${canary}@example.test`,
      password: "geheim1",
      credits: index * 1_000_000,
    })
    const browser = new TestBrowser(gateway.url)
    const { visit } = await browser.page()
    const stream = open({ browser }, { visit }, index % 3 === 0)
    await stream.first("replayed")
    const logIn = { _tag: "LogIn", email: member.email, password: member.password } as const
    await browser.command(visit, logIn)
    await stream.event("CreditsChanged")
    await upstream.heard(member.id)
    return { id: member.id, member, canary, browser, visit, stream, next: index * 1_000_000 }
  }

  const reach = async (person: Person, other: Person, does: (typeof Step.Type)["does"]) => {
    const { epoch } = await other.stream.first("hello")
    switch (does) {
      case "credits":
        person.next += 1
        person.member.credits = person.next
        upstream.emit(person.id, "updated-credits", { credits: person.next })
        return
      case "attach":
      case "resume":
      case "sse": {
        const position = does === "attach" ? {} : { epoch, seq: "1" }
        const reader = open(person, { visit: other.visit, ...position }, does === "sse")
        expect((await reader.first("reset")).reason).toBe("unknown")
        expect((await reader.first("hello")).visit).not.toBe(other.visit)
        await reader.first("replayed")
        reader.close()
        return
      }
      case "command": {
        const answer = await person.browser.command(other.visit, { _tag: "LogOut" })
        expect([answer.status, answer.body["label"]]).toEqual([404, "visit.unknown"])
        return
      }
      case "facts": {
        const response = await fetch(new URL("/api/facts", gateway.url), {
          method: "POST",
          headers: {
            "Content-Type": "application/json",
            "X-Foldcast": "1",
            Origin: gateway.url,
            Cookie: person.browser.cookie ?? "",
          },
          body: JSON.stringify({
            k: "facts",
            visit: other.visit,
            epoch,
            facts: [{ n: 1, after: 0, at: 0, fact: { _tag: "WalletOpened" } }],
          }),
        })
        expect(response.status).toBe(404)
      }
    }
  }

  it(`sends nobody another's events, whatever ${MEMBERS} members try in ${STEPS} steps`, async () => {
    for (const { who, whose, does } of steps) {
      const person = people[who % MEMBERS]
      const other = people[whose % MEMBERS]
      if (person !== undefined && other !== undefined && (does === "credits" || person !== other)) {
        await reach(person, other, does)
      }
    }
    for (const { stream, next } of people) {
      await stream.until(() =>
        stream.events.some(
          ({ event }) => event._tag === "CreditsChanged" && event["credits"] === next,
        ),
      )
    }
    for (const [index, { stream, canary, next }] of people.entries()) {
      const heard = JSON.stringify(stream.frames)
      expect(heard).toContain(canary)
      for (const { canary: foreign } of people) {
        if (foreign !== canary) expect(heard).not.toContain(foreign)
      }
      const balances = stream.events.flatMap(({ event }) =>
        event._tag === "CreditsChanged" ? [Number(event["credits"])] : [],
      )
      expect(balances.every((credits) => Math.floor(credits / 1_000_000) === index)).toBe(true)
      // In order, without a gap and without a duplicate.
      expect(balances).toEqual(balances.toSorted((a, b) => a - b))
      expect(balances.at(-1)).toBe(next)
      expect(new Set(stream.events.map(({ id }) => id)).size).toBe(stream.events.length)
      expect(stream.positions).toEqual(stream.positions.map((_, i) => i + 1))
    }
  })
})
