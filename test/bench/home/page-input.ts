/** The gateway's input to the site's renderer for a member's home page. */
import { readFileSync } from "node:fs"
import { pathToFileURL } from "node:url"
import type { VisitId } from "@foldcast/contracts/ids"
import type { Envelope } from "@foldcast/contracts/stream/envelope"
import type { Event } from "@foldcast/contracts/stream/event"
import { HOUSE_CONFIGURATION } from "@foldcast/gateway/brand/house-brand"
import { publicBrand } from "@foldcast/gateway/brand/public-brand"
import type { RendererInput, ServerEntry } from "@foldcast/gateway/pages/renderer"
import { NOBODY_KNOWN } from "@foldcast/rules/grid/known-performers"
import { unnumberedAt } from "../events/wire-events.ts"

const DIST = new URL("../../../apps/web/dist/", import.meta.url)

export const clientFile = (path: string): Buffer => readFileSync(new URL(`client/${path}`, DIST))

export const loadServerEntry = async (): Promise<ServerEntry> =>
  (await import(
    pathToFileURL(new URL("server/server-entry.js", DIST).pathname).href
  )) as ServerEntry

const FIRST_FACTS: ReadonlyArray<Event> = [
  {
    _tag: "VisitStarted",
    locale: "en",
    brand: "foldcast",
    device: "desktop",
    noNude: false,
    tracking: {},
  },
  { _tag: "LoggedIn", memberId: "m_1" as never, username: "sanne", verified: true },
  {
    _tag: "MemberLoaded",
    username: "sanne",
    capName: "Sanne",
    email: "sanne@example.test",
    verified: true,
    endUserText: null,
    lander: null,
    showChangeUsername: true,
  },
  { _tag: "CreditsChanged", credits: 1_234 },
]

const events = FIRST_FACTS.map((event, n): Envelope => ({ ...unnumberedAt(n), seq: n + 1, event }))

const HOUSE = publicBrand({ configuration: HOUSE_CONFIGURATION, lander: null, logo: null })

export const homePage = (n: number): RendererInput => ({
  request: new Request("http://localhost:3000/"),
  locale: "en",
  brand: HOUSE,
  origin: "http://localhost:3000",
  nonce: `nonce-${n}`,
  consent: null,
  mailedLink: "none",
  known: NOBODY_KNOWN,
  page: {
    visit: `visit-${String(n).padStart(8, "0")}` as VisitId,
    epoch: "bench",
    now: 1_760_000_000_000 + n,
    events,
    pageAnswers: {},
  },
})
