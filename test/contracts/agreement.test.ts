/**
 * Our verifier and Pact's own agree about the same provider: for answers that keep the contract, and for each way
 * of breaking it. Pact's verifier reports that a provider fails; ours must also report where.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Verifier } from "@pact-foundation/pact"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type HttpInteraction, readPact } from "@foldcast/verify/pact-file"
import { verifyHttp } from "@foldcast/verify/verify-http"

const pact = readPact("pacts/gateway-member-api.json")
const interactions = [
  ...pact.interactions,
  ...readPact("pacts/gateway-performer-service.json").interactions,
  ...readPact("pacts/gateway-messenger-api.json").interactions,
].filter((interaction): interaction is HttpInteraction => interaction.type === "Synchronous/HTTP")

const interactionOf = (description: string): HttpInteraction => {
  const found = interactions.find((interaction) => interaction.description === description)
  if (found === undefined) throw new Error(`the pact has no interaction "${description}"`)
  return found
}

let server: Server
let url: string
let answer: { status: number; body: unknown } = { status: 200, body: {} }
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "foldcast-agreement-"))
  server = createServer((_request, response) => {
    response.writeHead(answer.status, { "Content-Type": "application/json" })
    response.end(JSON.stringify(answer.body))
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const VALUES = {
  token: "t",
  email: "member@example.com",
  password: "secret",
  walletId: "1",
  bundleId: "4",
  paymentMethod: "10",
  sessionId: "ps_1",
  performerId: "p_1",
  albumId: "1",
  conversationId: "cv_1",
}

const ours = async (interaction: HttpInteraction): Promise<ReadonlyArray<string>> => {
  const provider = {
    url,
    key: { value: "k", variable: "KEY" },
    enterState: () => Promise.resolve(VALUES),
  }
  const verdict = await verifyHttp(provider, { ...pact, interactions: [interaction] })
  return verdict.interactions.flatMap(({ mismatches }) => mismatches.map(({ path }) => path))
}

const pacts = async (interaction: HttpInteraction): Promise<boolean> => {
  const file = join(folder, "one.json")
  const metadata = { pactSpecification: { version: "4.0" } }
  writeFileSync(file, JSON.stringify({ ...pact, interactions: [interaction], metadata }))
  const states = (interaction.providerStates ?? []).map(({ name }) => name)
  try {
    await new Verifier({
      provider: pact.provider.name,
      providerBaseUrl: url,
      pactUrls: [file],
      logLevel: "error",
      stateHandlers: Object.fromEntries(
        states.map((name) => [name, () => Promise.resolve({ ...VALUES, apiKey: "k" })]),
      ),
    }).verifyProvider()
    return true
  } catch {
    return false
  }
}

type Body = Readonly<Record<string, unknown>>
const withBundle = (body: Body, change: Body): Body => {
  const [bundle] = body["bundles"] as ReadonlyArray<Body>
  return { ...body, bundles: [bundle, { ...bundle, ...change }] }
}
const withPhoto = (body: Body, change: Body): Body => {
  const [photo] = body["photos"] as ReadonlyArray<Body>
  return { ...body, photos: [photo, { ...photo, ...change }] }
}
const withMessage = (body: Body, change: Body): Body => {
  const [message] = body["messages"] as ReadonlyArray<Body>
  return { ...body, messages: [message, { ...message, ...change }] }
}
const without = (body: Body, name: string): Body =>
  Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))

interface Case {
  readonly what: string
  readonly interaction: string
  readonly change: (body: Body) => unknown
  readonly status?: number
  /** The path of the breach; null if the contract is kept. */
  readonly at: string | null
}

const CASES: ReadonlyArray<Case> = [
  { what: "the example itself", interaction: "the wallet", change: (body) => body, at: null },
  {
    what: "a field nobody asked for",
    interaction: "the wallet",
    change: (body) => ({ ...body, more: 1 }),
    at: null,
  },
  {
    what: "a text for an id",
    interaction: "the wallet",
    change: (body) => ({ ...body, id: "main" }),
    at: null,
  },
  {
    what: "null for an id",
    interaction: "the wallet",
    change: (body) => ({ ...body, id: null }),
    at: "$.id",
  },
  {
    what: "a text for a bundle's label",
    interaction: "the wallet",
    change: (body) => withBundle(body, { label: "Popular" }),
    at: null,
  },
  {
    what: "a missing field in the second bundle",
    interaction: "the wallet",
    change: (body) => withBundle(body, { name: undefined }),
    at: "$.bundles[1].name",
  },
  {
    what: "money as a fraction",
    interaction: "the wallet",
    change: (body) => withBundle(body, { cost: 24.99 }),
    at: "$.bundles[1].cost",
  },
  {
    what: "money as a text",
    interaction: "the wallet",
    change: (body) => withBundle(body, { cost: "2500" }),
    at: "$.bundles[1].cost",
  },
  {
    what: "another currency",
    interaction: "the wallet",
    change: (body) => withBundle(body, { currency: "USD" }),
    at: "$.bundles[1].currency",
  },
  {
    what: "no bundles at all",
    interaction: "the wallet",
    change: (body) => ({ ...body, bundles: [] }),
    at: "$.bundles",
  },
  {
    what: "an object for a list",
    interaction: "the wallet",
    change: (body) => ({ ...body, bundles: {} }),
    at: "$.bundles",
  },
  {
    what: "credits below zero",
    interaction: "the credits of a member",
    change: () => ({ credits: -1 }),
    at: "$.credits",
  },
  {
    what: "a missing balance",
    interaction: "the credits of a member",
    change: (body) => without(body, "credits"),
    at: "$.credits",
  },
  {
    what: "a text for yes or no",
    interaction: "the basic info of a member",
    change: (body) => ({ ...body, verified: "true" }),
    at: "$.verified",
  },
  {
    what: "another state",
    interaction: "the state of a paid payment",
    change: (body) => ({ ...body, state: "open" }),
    at: "$.state",
  },
  {
    what: "201 for 200",
    interaction: "a log-in",
    change: (body) => body,
    status: 201,
    at: "status",
  },
  {
    what: "another refusal's status",
    interaction: "a log-in with a wrong password",
    change: (body) => body,
    status: 422,
    at: null,
  },
  {
    what: "another label",
    interaction: "a log-in with a wrong password",
    change: () => ({ label: "wrong" }),
    at: "$.label",
  },
  {
    what: "a picture where there may be none",
    interaction: "an album of a performer",
    change: (body) => withPhoto(body, { nonude: { url: "/media/p_1/snapshots/1.jpg" } }),
    at: null,
  },
  {
    what: "a text for a picture",
    interaction: "an album of a performer",
    change: (body) => withPhoto(body, { nonude: "/media/p_1/snapshots/1.jpg" }),
    at: "$.photos[1].nonude",
  },
  {
    what: "a whole number for a message's id",
    interaction: "a conversation",
    change: (body) => withMessage(body, { id: 7 }),
    at: null,
  },
  {
    what: "a moment without its zone",
    interaction: "a conversation",
    change: (body) => withMessage(body, { createdAt: "2026-11-24T12:00:00" }),
    at: "$.messages[1].createdAt",
  },
  {
    what: "a message that does not say whether it was read",
    interaction: "a conversation",
    change: (body) => withMessage(body, { read: undefined }),
    at: "$.messages[1].read",
  },
]

describe("both verifiers agree on", () => {
  it.each(CASES)(
    "$what ($interaction)",
    async ({ interaction: description, change, status, at }) => {
      const interaction = interactionOf(description)
      const { response } = interaction
      answer = { status: status ?? response.status, body: change(response.body?.content as Body) }
      const paths = await ours(interaction)
      expect(paths).toEqual(at === null ? [] : [at])
      expect(await pacts(interaction)).toBe(paths.length === 0)
    },
  )
})
