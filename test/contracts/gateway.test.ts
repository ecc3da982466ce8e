/**
 * The gateway of a running world meets the browser's needs: every command is admitted as the pact says, and every
 * frame and fact of a real stream has the pact's shape.
 */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import type { GatewayFrame } from "@foldcast/contracts/stream/frames"
import { compareBody } from "@foldcast/verify/matching"
import { type MessageInteraction, readPact } from "@foldcast/verify/pact-file"
import type { EnterState } from "@foldcast/verify/provider-states"
import { failuresOf } from "@foldcast/verify/verdict"
import { verifyHttp } from "@foldcast/verify/verify-http"
import { TestBrowser } from "../support/member-browser.ts"
import { WebSocketReader } from "../support/stream-reader.ts"
import { startWorld, type World } from "../support/world.ts"

let world: World
const readers: Array<WebSocketReader> = []
beforeAll(async () => {
  world = await startWorld()
})
afterAll(async () => {
  for (const reader of readers) reader.close()
  await world.close()
})

interface OpenVisit {
  readonly reader: WebSocketReader
  readonly browser: TestBrowser
  readonly visit: string
}

const openVisit = async (query: Readonly<Record<string, string>> = {}): Promise<OpenVisit> => {
  const reader = new WebSocketReader({
    url: world.urls.site,
    query: { tab: randomUUID(), ...query },
    cookie: null,
  })
  readers.push(reader)
  const { visit } = await reader.first("hello")
  await reader.first("replayed")
  const browser = new TestBrowser(world.urls.site)
  browser.cookie = reader.cookie
  return { reader, browser, visit }
}

const register = async ({ reader, browser, visit }: OpenVisit): Promise<void> => {
  await browser.command(visit, {
    _tag: "Register",
    email: `${randomUUID()}@example.com`,
    password: "contract1",
    termsAccepted: true,
  })
  await reader.event("LoggedIn")
}

const enterState: EnterState = async (state, params) => {
  const opened = await openVisit()
  if (state === "a visit of somebody else") return { foreignVisit: opened.visit }
  if (params["of"] === "a member") await register(opened)
  return {
    visit: opened.visit,
    cookie: opened.browser.cookie,
    commandId: randomUUID(),
    origin: world.urls.site,
  }
}

it("the gateway admits every command, and refuses one for another's visit, as the browser needs it", async () => {
  const provider = { url: world.urls.site, key: { value: "", variable: "" }, enterState }
  const verdict = await verifyHttp(provider, readPact("pacts/web-gateway.json"))
  expect(failuresOf(verdict)).toEqual([])
  expect(verdict.interactions.length).toBeGreaterThan(6)
})

const messages = new Map(
  readPact("pacts/web-gateway-stream.json")
    .interactions.filter(
      (interaction): interaction is MessageInteraction =>
        interaction.type === "Asynchronous/Messages",
    )
    .map((message) => [message.description, message]),
)

/** Differences from the pact's message; a message that the pact lacks differs as a whole. */
const differences = (description: string, actual: unknown): ReadonlyArray<string> => {
  const message = messages.get(description)
  if (message === undefined) return [`${description} is not in the pact`]
  return compareBody(message.contents.content, actual, message.matchingRules?.body).map(
    ({ path, expected }) => `${description} ${path}: ${expected}`,
  )
}

/** As sent on the wire: the reader keeps decoded frames, whose JSON is the same. */
const frameDifferences = (frame: GatewayFrame): ReadonlyArray<string> =>
  frame.k === "events"
    ? frame.events.flatMap((envelope) => differences(`fact ${envelope.event._tag}`, envelope))
    : differences(`frame ${frame.k}`, frame)

it("the gateway delivers frames and facts in the shapes that the browser needs", async () => {
  const opened = await openVisit()
  const { reader, browser, visit } = opened
  await register(opened)
  await reader.event("UnreadCounted")
  await reader.event("BlocksListed")
  const send = (command: Command) => browser.command(visit, command)
  await send({ _tag: "LoadWallet" })
  const { event } = await reader.event("WalletLoaded")
  const wallet = event as unknown as {
    readonly bundles: ReadonlyArray<{ readonly id: string }>
    readonly paymentOptions: ReadonlyArray<{
      readonly id: string
      readonly subOptions: ReadonlyArray<unknown>
    }>
  }
  const method = wallet.paymentOptions.find(({ subOptions }) => subOptions.length === 0)
  await send({
    _tag: "OpenPaymentSession",
    bundleId: wallet.bundles[0]?.id ?? "",
    paymentMethod: method?.id ?? "",
    returnUrl: `${world.urls.site}/`,
    device: "desktop",
  })
  await reader.event("PaymentSessionOpened")
  await send({ _tag: "LogOut" })
  expect(await reader.end()).toBe(4401)

  const reset = await openVisit({ visit: "a-visit-nobody-has", epoch: "e0", seq: "3" })
  expect(reset.reader.frames.map(({ k }) => k)).toContain("reset")

  const frames = [...reader.frames, ...reset.reader.frames]
  expect(frames.flatMap(frameDifferences)).toEqual([])
  expect(new Set([...reader.tags, ...reset.reader.tags])).toEqual(
    new Set([
      "VisitStarted",
      "MemberRegistered",
      "LoggedIn",
      "MemberLoaded",
      "CreditsChanged",
      "FavouritesListed",
      "BlocksListed",
      "UnreadCounted",
      "WalletLoaded",
      "PaymentSessionOpened",
      "LoggedOut",
      "StreamReset",
    ]),
  )
})
