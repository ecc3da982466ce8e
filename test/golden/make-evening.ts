/**
 * Makes evening-guest.ndjson and evening-member.ndjson: one evening in a live room as support would get it of its
 * two viewers; evening-guest.frames.ndjson and evening-member.frames.ndjson, the frames that their browsers
 * received of it; and evening.keys.json, the keys of the gateway that signed the captures. The real product in
 * processes of its own and two real browsers: free, tips, private, VIP, the gateway killed in the middle, the
 * performer leaving.
 *
 *   npm run -s build && node test/golden/make-evening.ts
 *
 * packages/replay/golden-evening.test.ts refolds the captures in every test run, evening-frames.test.ts the frames.
 * They are made again only for an intended change of the folds or of the redaction; the change of their hashes is
 * then part of that change.
 */
import { writeFileSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { gunzipSync } from "node:zlib"
import type { Locator, Page } from "playwright-core"
import { m } from "@foldcast/messages/messages"
import { entriesOf } from "@foldcast/replay/captured-entries.fixture"
import { openBrowser } from "../support/browser.ts"
import { HELD_WORLD, performerLike, STATUS } from "../support/demo-world.ts"
import { visitIn } from "../support/member-browser.ts"
import { memberWithCredits, performerActs, setStatus } from "../support/provider-state.ts"
import { ReceivedFrames } from "../support/received-frames.ts"
import { startWorld, type World } from "../support/world.ts"

const NL = { locale: "nl" } as const
const CREDITS = 2_000

class Viewer {
  readonly page: Page
  readonly name: string
  #visit: string | null = null
  #received: ReceivedFrames | null = null

  constructor(page: Page, name: string) {
    this.page = page
    this.name = name
  }

  async goTo(address: string): Promise<void> {
    const received = new ReceivedFrames(this.page)
    const html = (await (await this.page.goto(address))?.text()) ?? ""
    received.takePage(html)
    this.#received = received
    this.#visit = visitIn(html)
    await this.page.getByRole("button").first().waitFor()
  }

  get visit(): string {
    if (this.#visit === null) throw new Error("no visit yet")
    return this.#visit
  }

  get received(): ReceivedFrames {
    if (this.#received === null) throw new Error("no page yet")
    return this.#received
  }

  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true })
  }

  shows(text: string): Promise<void> {
    return this.page.getByText(text).first().waitFor()
  }

  tab(name: string): Promise<void> {
    return this.page.getByRole("tab", { name: new RegExp(`^${name}`, "u") }).click()
  }

  async write(field: string, text: string): Promise<void> {
    await this.page.getByRole("textbox", { name: field }).fill(text)
    await this.page.keyboard.press("Enter")
    await this.page.getByRole("log").getByText(text).first().waitFor()
  }
}

const logIn = async (viewer: Viewer, world: World): Promise<void> => {
  const { email, password } = await memberWithCredits(world, CREDITS)
  await viewer.goTo(`${world.urls.site}/nl`)
  await viewer.button(m.header_log_in({}, NL)).first().click()
  const dialog = viewer.page.getByRole("dialog")
  await dialog.getByLabel(m.account_email({}, NL)).fill(email)
  await dialog.getByLabel(m.account_password({}, NL), { exact: true }).fill(password)
  // The answer sets the cookie.
  const answered = viewer.page.waitForResponse((response) =>
    response.url().endsWith("/api/commands"),
  )
  await dialog.getByRole("button", { name: m.log_in_submit({}, NL), exact: true }).click()
  await answered
}

const tip = async (viewer: Viewer, kind: string, amount: number): Promise<void> => {
  const credits = `${amount} credits`
  await viewer.button(m.tip_quick({ kind, credits }, NL)).click()
  await viewer.shows(m.tip_given({ credits }, NL))
}

/** Waits until the viewer is in the room again: earlier messages are lost. */
const hearsAgain = async (viewer: Viewer, world: World, performerId: string): Promise<void> => {
  const text = "Iedereen er weer?"
  const said = viewer.page.getByRole("log").getByText(text).first()
  for (;;) {
    await performerActs(world, performerId, "say", text)
    const isHeard = await said.waitFor({ timeout: 1_000 }).then(
      () => true,
      () => false,
    )
    if (isHeard) return
  }
}

const evening = async (world: World, guest: Viewer, member: Viewer): Promise<void> => {
  const { username: name, performerId } = await performerLike(world, {
    filter: "onlineStatus_free.popular_toy",
  })
  const profile = `${world.urls.site}/nl/profile/${name}`
  const watching = m.stream_watching({ name }, NL)
  const everybody = m.chat_field_room({}, NL)
  await logIn(member, world)
  await guest.goTo(profile)
  await member.goTo(profile)
  for (const viewer of [guest, member]) await viewer.shows(watching)
  await performerActs(world, performerId, "announce", "Straks meer")
  await member.write(everybody, "Goedenavond allemaal")
  await guest.shows("Goedenavond allemaal")
  await tip(member, m.tip_kiss({}, NL), 150)
  await member.button(m.tip_more({}, NL)).click()
  await member.page.getByRole("dialog").getByRole("button", { name: /^laag/iu }).click()
  await guest.shows("laag")

  await member.button(m.stream_join_private({}, NL)).click()
  await member.shows(m.stream_in_private({ name }, NL))
  await member.write(m.chat_field({ name }, NL), "Alleen voor jou")

  // In the middle of paid time.
  await world.kill("gateway")
  await world.start("gateway")
  await member.shows(m.stream_in_private({ name }, NL))
  await hearsAgain(guest, world, performerId)
  await member.write(m.chat_field({ name }, NL), "Ben je er nog?")
  await member.button(m.stream_leave_private({}, NL)).click()
  await member.shows(m.receipt_title({}, NL))
  await member.shows(watching)

  await member.button(m.vip_request({}, NL)).click()
  await member.shows(m.vip_waiting({ name }, NL))
  await performerActs(world, performerId, "accept")
  await member.shows(m.stream_in_vip({ name }, NL))
  await guest.shows(m.stream_vip_elsewhere({ name }, NL))
  await member.write(m.chat_field({ name }, NL), "Nu zijn we alleen")
  // In the picture, and in the corner where the picture is scrolled away.
  await member.button(m.vip_stop({}, NL)).first().click()
  await member.page
    .getByRole("alertdialog")
    .getByRole("button", { name: m.vip_stop({}, NL), exact: true })
    .click()
  await member.shows(watching)
  await member.tab(m.mode_private({}, NL))
  await setStatus(world, performerId, STATUS.offline)
  for (const viewer of [guest, member]) await viewer.shows(m.stream_offline({ name }, NL))
}

const capture = async (world: World, visit: string): Promise<string> => {
  const response = await fetch(new URL(`/support/captures/${visit}`, world.urls.site), {
    headers: { Authorization: `Bearer ${world.supportToken}`, "X-Reason": "golden evening" },
  })
  if (!response.ok) throw new Error(`capture of ${visit}: ${response.status}`)
  return gunzipSync(Buffer.from(await response.arrayBuffer())).toString("utf8")
}

/** The room is left a while after the page is gone. */
const captureOfEnd = async (world: World, visit: string): Promise<string> => {
  for (;;) {
    const text = await capture(world, visit)
    const afterOffline = text.slice(text.lastIndexOf('"RoomClosed"'))
    if (afterOffline.includes('"RoomLeft"')) return text
    await setTimeout(500)
  }
}

const write = (name: string, text: string): string => {
  const file = fileURLToPath(new URL(name, import.meta.url))
  writeFileSync(file, text)
  process.stdout.write(`${file}\n`)
  return file
}

const world = await startWorld(HELD_WORLD)
const browser = await openBrowser()
try {
  const viewer = async (name: string) => {
    const context = await browser.newContext({ locale: "nl-NL" })
    await context.addCookies([{ name: "consent", value: "refused", url: world.urls.site }])
    const page = await context.newPage()
    // Frames are recorded of WebSockets: where the gateway is slow to come back, the page would go on over SSE.
    await page.route(/\/api\/stream\?/u, (route) => route.abort())
    return new Viewer(page, name)
  }
  const viewers = [await viewer("guest"), await viewer("member")] as const
  await evening(world, ...viewers)
  for (const { page } of viewers) {
    await page.unrouteAll()
    await page.goto("about:blank")
  }
  for (const { name, visit, received } of viewers) {
    const file = write(`evening-${name}.ndjson`, await captureOfEnd(world, visit))
    const events = (await entriesOf(file)).flatMap((entry) =>
      entry.kind === "event" ? [entry.envelope] : [],
    )
    write(`evening-${name}.frames.ndjson`, received.asCaptured(events))
  }
  write("evening.keys.json", await (await fetch(new URL("/support/keys", world.urls.site))).text())
} finally {
  await browser.close()
  await world.close()
}
