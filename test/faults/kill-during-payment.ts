/**
 * Kills a process with SIGKILL at a random moment of a payment and restarts it. At any moment: credits are granted
 * exactly once, every open tab reaches the same balance, no screen waits for ever, and no log has a gap or a
 * duplicate. One seed gives one series of moments.
 */
import { readFile } from "node:fs/promises"
import { setTimeout as momentAfter } from "node:timers/promises"
import { errors, type Locator, type Page } from "playwright-core"
import { expect } from "vitest"
import { downloadCapture, listVisits, numberingFaults, positionsIn } from "../e2e/captures.ts"
import { BUNDLE, type Tab, type Visitor } from "../e2e/visitor.ts"
import type { World } from "../support/world.ts"

export type Victim = "gateway" | "backend"

/** The process dies within this many milliseconds after the click on Pay, or after the payer's decision. */
const SPAN_MS = 600
/** Milliseconds within which every tab must show the outcome, including the restart of the process. */
const HEALED_WITHIN_MS = 60_000
/**
 * Milliseconds for the bank's tab to open. The button to pay is disabled while there is no gateway: a press that has
 * begun by then is none, and is made again.
 */
const OPENED_WITHIN_MS = 5_000

interface Moment {
  readonly during: "opening" | "deciding"
  readonly afterMs: number
}

/** A small random generator of its own, so that one seed gives one series. */
const momentsFrom = (seed: number): (() => Moment) => {
  let state = seed
  const draw = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  let drawn = 0
  return () => ({
    // Alternates, so that the shortest series has both.
    during: drawn++ % 2 === 0 ? "opening" : "deciding",
    afterMs: draw() * SPAN_MS,
  })
}

const ignoreTimeout = (error: unknown): null => {
  if (error instanceof errors.TimeoutError) return null
  throw error
}

/** The tab that a click on Pay opens; null: the click was none. */
const openedByPay = async (tab: Tab): Promise<Page | null> => {
  const opened = tab.page.waitForEvent("popup", { timeout: HEALED_WITHIN_MS }).catch(ignoreTimeout)
  // The button may be disabled for a while, so that the wait begins with the click.
  await tab.payButton.click()
  return Promise.race([opened, momentAfter(OPENED_WITHIN_MS, null)])
}

/** The bank's page, once it is in the opened tab; null: the wallet offers to go on before. */
const bankOrOffer = (tab: Tab, opened: Page, offer: Locator): Promise<Page | null> => {
  const offered = offer.waitFor({ timeout: HEALED_WITHIN_MS }).then(() => null)
  const there = tab.atBank(opened, HEALED_WITHIN_MS).then(() => opened)
  // The losing wait is rejected later, by a timeout or by the tab's end.
  offered.catch(() => undefined)
  there.catch(() => undefined)
  return Promise.any([there, offered])
}

interface Strikes {
  readonly strike: (during: Moment["during"]) => void
  /** When the killed process runs again: until then every attempt would be refused. */
  readonly over: () => Promise<unknown>
}

/** Tries as a visitor would, until the processes had time to heal: the gateway rests an upstream that was gone. */
const payOnce = async (tab: Tab, { strike, over }: Strikes): Promise<void> => {
  const deadline = Date.now() + HEALED_WITHIN_MS
  const retry = tab.button(tab.words.retry)
  const bundle = tab.bundle()
  let opened: Page | null = null
  let bank: Page | null = null
  while (bank === null && Date.now() < deadline) {
    // What was unknown becomes known at some moment, and the offer to try again goes.
    if (await retry.isVisible())
      await retry.click({ timeout: OPENED_WITHIN_MS }).catch(ignoreTimeout)
    if (opened !== null && !(await bundle.isVisible())) {
      bank = await bankOrOffer(tab, opened, bundle.or(retry))
    } else {
      await tab.chooseBundle()
      strike("opening")
      opened = await openedByPay(tab)
      if (opened !== null) bank = await bankOrOffer(tab, opened, retry)
    }
    if (bank === null) await over()
  }
  if (bank === null) throw new Error(`a payment could not begin within ${HEALED_WITHIN_MS} ms`)
  strike("deciding")
  await tab.chooseAtBank(bank, "pay")
}

export interface KillSeries {
  readonly world: World
  readonly visitor: Visitor
  readonly victim: Victim
  readonly times: number
  readonly seed: number
}

export const killDuringPayments = async (series: KillSeries): Promise<void> => {
  const { world, visitor, victim, times, seed } = series
  const nextMoment = momentsFrom(seed)
  const others = new Set((await listVisits(world)).map(({ visit }) => visit))
  const tab = await visitor.openMemberTab()
  const other = await visitor.openTab()
  await other.credits(0).waitFor()

  for (let round = 1; round <= times; round += 1) {
    const moment = nextMoment()
    const strikes: Array<Promise<void>> = []
    const strike = (during: Moment["during"]) => {
      if (during !== moment.during || strikes.length > 0) return
      strikes.push(
        momentAfter(moment.afterMs)
          .then(() => world.kill(victim))
          .then(() => world.start(victim)),
      )
    }
    await tab.openWallet((round - 1) * BUNDLE.credits)
    const over = () => Promise.all(strikes)
    await payOnce(tab, { strike, over })
    await over()
    const at = `round ${round}, ${victim} killed ${Math.round(moment.afterMs)} ms into ${moment.during}`
    const knows = async (shown: Promise<void>, what: string) => {
      await shown.catch((error: unknown) => {
        throw new Error(`${at}: ${what}`, { cause: error })
      })
    }
    await knows(
      tab.page.getByText(tab.words.paid).first().waitFor({ timeout: HEALED_WITHIN_MS }),
      "the payer is left waiting",
    )
    for (const each of [tab, other]) {
      await knows(
        each.credits(round * BUNDLE.credits).waitFor({ timeout: HEALED_WITHIN_MS }),
        "a tab does not come to the balance",
      )
    }
    await tab.button(tab.words.closeReceipt).click()
    await tab.dialog.waitFor({ state: "detached" })
  }

  // After a reload both still show it: the balance is the ledger's, not a remembered one.
  for (const each of [tab, other]) {
    await each.visit()
    await each.credits(times * BUNDLE.credits).waitFor()
  }
  const visits = (await listVisits(world)).filter(({ visit }) => !others.has(visit))
  expect(visits.length).toBeGreaterThanOrEqual(2)
  for (const { visit } of visits) {
    const capture = await readFile(await downloadCapture(world, visit), "utf8")
    expect([visit, numberingFaults(positionsIn(capture))]).toEqual([visit, []])
  }
  const ledger = await fetch(new URL("/health/ready", world.urls.backend))
  expect([ledger.status, await ledger.text()]).toEqual([200, expect.any(String)])
}
