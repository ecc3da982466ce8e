/** The report to a partner before the configuration is live: every value that the site would refuse or ignore. */
import { createServer } from "node:http"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { MAX_CONFIGURATION_BYTES } from "@foldcast/contracts/upstream/partner"
import { HOUSE_CONFIGURATION } from "@foldcast/gateway/brand/house-brand"
import { readPact } from "@foldcast/verify/pact-file"
import { textReport } from "@foldcast/verify/report"
import { runFoldcast } from "../run-foldcast.fixture.ts"
import { verifyPartner } from "./partner.ts"

const LOGO = "/common/logo.svg"
const { colours, company } = HOUSE_CONFIGURATION

let configuration = ""
let hasLogo = true
const host = createServer((request, response) => {
  const isLogo = request.url === LOGO
  const type = isLogo ? "image/svg+xml" : "application/json"
  response.writeHead(isLogo && !hasLogo ? 404 : 200, { "Content-Type": type })
  response.end(isLogo ? "<svg/>" : configuration)
})
let url = ""

beforeAll(async () => {
  host.listen(0, "127.0.0.1")
  await once(host, "listening")
  url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
})
afterAll(() => {
  host.close()
})
beforeEach(() => {
  hasLogo = true
})

const tell = (changes: object) => {
  configuration = JSON.stringify({ ...HOUSE_CONFIGURATION, logo: LOGO, ...changes })
}

const pact = readPact("pacts/gateway-partner.json")
const reportOn = async (changes: object): Promise<string> => {
  tell(changes)
  const provider = { url, key: { value: "", variable: "" }, enterState: () => Promise.resolve({}) }
  return textReport(await verifyPartner(provider, pact))
}

it("verifying a partner host exits with 0 where the site accepts the brand, and with 1 where it refuses it [API-065]", async () => {
  const verify = () => runFoldcast(["verify", "partner", "--url", url])
  tell({})
  expect(await verify()).toMatchObject({ code: 0, out: expect.stringContaining("2 of 2 kept") })
  tell({ radius: 99 })
  expect(await verify()).toMatchObject({ code: 1, out: expect.stringContaining("1 broken") })
})

it("verifying a partner host names what no pact can say: colours, size, ranges, unknown names, a missing logo [API-065, SHELL-07]", async () => {
  const light = { ...colours.light, brand: { l: 0.9, c: 0.05, h: 100 } }
  const cases: ReadonlyArray<readonly [object, ReadonlyArray<string>]> = [
    [{ colours: { ...colours, light } }, ["$.colours.light", "brand on bg has contrast"]],
    [{ note: "x".repeat(MAX_CONFIGURATION_BYTES) }, [`more than ${MAX_CONFIGURATION_BYTES} bytes`]],
    [{ radius: 99 }, ["$.radius", "a value between 0 and 24", "99"]],
    [{ disabledRoutes: ["favorites"] }, ["$.disabledRoutes[0]", "favourites", '"favorites"']],
    [{ features: { mesenger: true } }, ["$.features.mesenger", "messenger"]],
  ]
  for (const [changes, said] of cases) {
    const report = await reportOn(changes)
    for (const text of ["1 broken", ...said]) expect(report).toContain(text)
  }
  hasLogo = false
  expect(await reportOn({})).toMatch(/\$\.logo[\s\S]*it answered 404/u)
})

it("verifying a partner host reports each fault once, and all of them together", async () => {
  const report = await reportOn({ name: "", radius: 99, company: { ...company, phone: "x" } })
  for (const path of ["$.name", "$.radius", "$.company.phone"]) {
    expect(report.split("\n").filter((line) => line.trim() === path)).toHaveLength(1)
  }
  expect(await reportOn({ name: "" })).toContain("0 of 1 kept")
})
