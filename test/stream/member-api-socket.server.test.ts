/** A gateway that calls the member API over its socket, and has no other way to it. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { KEY, PASSWORD, testBackend, type TestBackend } from "@foldcast/backend/backend.fixture"
import { removeDirectory, startGateway, type TestGateway } from "../support/gateway.ts"
import { TestBrowser } from "../support/member-browser.ts"
import { WebSocketReader } from "../support/stream-reader.ts"
import { TestTab } from "../support/test-tabs.ts"

let backend: TestBackend
let gateway: TestGateway
const logged: Array<string> = []

beforeAll(async () => {
  backend = await testBackend()
  gateway = await startGateway({
    // Nothing listens there.
    upstream: "http://127.0.0.1:9",
    environment: {
      MEMBER_API_TRANSPORT: "socket",
      MEMBER_API_KEY: KEY,
      MEMBER_SOCKET_URL: backend.url,
      PERFORMER_SERVICE_URL: backend.url,
      PERFORMER_SERVICE_KEY: KEY,
    },
    logged,
  })
})
afterAll(async () => {
  await gateway.close()
  await removeDirectory(gateway.dataDir)
  await backend.close()
})

it("a guest becomes a member who pays, and is told the credits, by calls over the socket alone [API-004]", async () => {
  const browser = new TestBrowser(gateway.url)
  browser.userAgent = "Agent/1.0 (résumé)"
  const { visit } = await browser.page()
  const stream = new WebSocketReader({
    url: gateway.url,
    query: { tab: "t", visit },
    cookie: browser.cookie,
  })
  const tab = new TestTab(browser, visit, stream)
  await stream.first("replayed")

  const { email } = await backend.member()
  const wrong = await tab.ask({ _tag: "LogIn", email, password: "another-1" })
  expect(wrong.event).toMatchObject({ _tag: "LogInRefused" })
  expect((await tab.ask({ _tag: "LogIn", email, password: PASSWORD })).event._tag).toBe("LoggedIn")
  expect((await stream.event("MemberLoaded")).event).toMatchObject({ email })

  const { event: wallet } = await tab.ask({ _tag: "LoadWallet" })
  const { bundles } = wallet as unknown as {
    readonly bundles: ReadonlyArray<{ readonly id: string; readonly costCents: number }>
  }
  const [bundle] = bundles
  const opened = await tab.ask({
    _tag: "OpenPaymentSession",
    bundleId: bundle?.id ?? "",
    paymentMethod: "10",
    returnUrl: `${gateway.url}/nl`,
    device: "desktop",
  })
  const { sessionId } = opened.event as unknown as { readonly sessionId: string }
  await backend.bankSays({
    sessionId,
    transactionId: "tx_over-a-socket",
    amountCents: bundle?.costCents ?? 0,
    status: "paid",
  })
  expect((await stream.event("BundleBought")).event).toMatchObject({ sessionId })
  expect(logged).toEqual([])
  stream.close()
})
