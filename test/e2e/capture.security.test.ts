/** From the bytes that the browser received to the capture file and back to the same state. */
import { readFile } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import { canonicalJson } from "@foldcast/contracts/capture/canonical-json"
import { runFoldcast } from "@foldcast/foldcast/run-foldcast.fixture"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import type { LogEntry } from "@foldcast/folds/log-entry"
import { foldAll } from "@foldcast/folds/site"
import { logEntryOf } from "@foldcast/replay/part-fold"
import { replayFile, replaySteps } from "@foldcast/replay/player"
import { socketsOf } from "../support/page-sockets.ts"
import { downloadCapture, listVisits, numberingFaults, positionsIn } from "./captures.ts"
import { ReceivedLog, renamedInLog, tokensBetween } from "./received-log.ts"
import { testSite } from "./site.ts"
import { BUNDLE, newAccount } from "./visitor.ts"

describe("the capture of a purchase", () => {
  const site = testSite()

  it("replays to the state of what the browser really received, and names nobody", async () => {
    const account = newAccount()
    const visitor = await site.arrive({ locale: "en" })
    const tab = await visitor.openTab()
    await tab.register(account)
    const log = new ReceivedLog(await socketsOf(tab.page))
    await tab.page.clock.install()
    const response = await tab.page.goto(tab.home)
    log.takePage((await response?.text()) ?? "")
    await tab.hydrated()
    await tab.buy(0)
    await tab.credits(BUNDLE.credits).waitFor()
    // Waits until the bank's window has closed: `stopTime` stops the clock of every page in the browser, and none
    // may close meanwhile.
    await expect.poll(() => tab.page.context().pages().length).toBe(1)
    // No timer fires any more, and the browser and the capture have all past events.
    await tab.stopTime()
    const isWhole = async () => {
      const listed = (await listVisits(site.world())).find(({ visit }) => visit === log.visit)
      return listed?.events === log.events && listed.clientFacts === log.facts
    }
    await expect.poll(isWhole).toBe(true)
    const closed = tab.page.waitForEvent("close")
    await tab.page.close({ runBeforeUnload: false })
    await closed

    const file = await downloadCapture(site.world(), log.visit)
    const text = await readFile(file, "utf8")
    expect(numberingFaults(positionsIn(text))).toEqual([])
    expect(log.twice.filter((seq) => seq > 4)).toEqual([])
    for (const secret of [account.email, account.password, account.email.split("@")[0] ?? ""]) {
      expect(text.includes(secret)).toBe(false)
    }

    const keys = `${site.world().urls.site}/support/keys`
    const ran = await runFoldcast(["replay", file, "--strict", "--keys", keys])
    expect([ran.code, ran.err]).toEqual([0, ""])
    const { verdict, parts } = await replayFile(file)
    expect(verdict._tag).toBe("Ok")

    const captured: Array<LogEntry> = []
    for await (const step of replaySteps(file)) {
      const entry = logEntryOf(step.captured)
      if (entry !== undefined) captured.push(entry)
    }
    const received = log.entries()
    // Fields that a reader adds to a line, such as its hash, belong to the file only.
    const plain = (entries: ReadonlyArray<LogEntry>) =>
      entries.map((entry) => {
        if (entry.kind === "client") {
          const { n, after, at, fact } = entry.fact
          return { n, after, at, fact }
        }
        const { seq, id, at, v, scope, src, cause = null, event } = entry.envelope
        return { seq, id, at, v, scope, src, cause, event }
      })
    // The gateway may write more events for a visit whose page has closed.
    const seen = captured.slice(0, received.length)
    const tokens = tokensBetween(plain(received), plain(seen))
    expect(canonicalJson(renamedInLog(foldAll(INITIAL_STATE, received), tokens))).toBe(
      canonicalJson(foldAll(INITIAL_STATE, seen)),
    )
    expect(canonicalJson(parts[0]?.state)).toBe(canonicalJson(foldAll(INITIAL_STATE, captured)))
  })
})
