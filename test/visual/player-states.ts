/**
 * Every state of the player with moving pictures, given by the engine's answer, the facts and the visitor's
 * actions.
 */
import type { Page } from "playwright-core"
import type { Event } from "@foldcast/contracts/stream/event"
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { MILA_ID as performerId } from "@foldcast/web/screens/profile-pages.fixture"
import type { WatchAnswer } from "@foldcast/web/screens/scripted-gateway.fixture"
import { REFUSE_AUTOPLAY } from "../media/refused-autoplay.ts"

export interface PlayerScene {
  readonly state: string
  /** Replaces the engine's answer to an offer; `never` leaves it unanswered. */
  readonly answered?: WatchAnswer | "never"
  /** Runs in the page before its own script. */
  readonly script?: string
  readonly reached: (
    page: Page,
    locale: Locale,
    world: {
      readonly tell: (events: ReadonlyArray<Event>) => void
      readonly cut: () => Promise<void>
    },
  ) => Promise<void>
  /** The element to photograph; default: the player; null: the whole window. */
  readonly of?: string | null
  /** Only on a wide screen. */
  readonly isWide?: boolean
}

const plays = (page: Page) => page.locator(".player video[data-shown=true]").waitFor()
const says = (page: Page, text: string) => page.locator(".player").getByText(text).waitFor()
const press = (page: Page, name: string) =>
  page.locator(".player").getByRole("button", { name, exact: true }).click()

/** Stops the clock, so that a still picture is not noticed as missing frames. */
const stopClock = (page: Page) =>
  page.evaluate("{ const now = performance.now(); performance.now = () => now }")

export const PLAYER_STATES: ReadonlyArray<PlayerScene> = [
  {
    state: "connecting",
    answered: "never",
    reached: async (page, locale) => {
      await says(page, m.picture_waiting({}, { locale }))
      await stopClock(page)
    },
  },
  {
    state: "playing",
    reached: plays,
  },
  {
    state: "playing-with-sound",
    reached: async (page, locale) => {
      await plays(page)
      await press(page, m.picture_sound_on({}, { locale }))
      const off = { name: m.stream_mute({}, { locale }), exact: true }
      await page.locator(".player").getByRole("button", off).waitFor()
    },
  },
  {
    state: "buffering",
    reached: async (page, locale, { cut }) => {
      await plays(page)
      await cut()
      await says(page, m.picture_waiting({}, { locale }))
      await stopClock(page)
    },
  },
  {
    state: "waits-for-a-press",
    script: REFUSE_AUTOPLAY,
    reached: (page, locale) =>
      page.getByRole("button", { name: m.picture_play({}, { locale }), exact: true }).waitFor(),
  },
  {
    state: "nothing-to-see",
    answered: { status: 404 },
    reached: (page, locale) => says(page, m.picture_absent({}, { locale })),
  },
  {
    state: "not-connected",
    answered: { status: 503, headers: { "retry-after": "60" } },
    reached: (page, locale) => says(page, m.picture_not_yet({}, { locale })),
  },
  {
    state: "stopped",
    answered: { status: 403 },
    reached: async (page, locale) => {
      await says(page, m.picture_unreached({}, { locale }))
      // The stills that replace the moving picture.
      await says(page, m.still_every({}, { locale }))
    },
  },
  {
    state: "unplayable",
    answered: { status: 406 },
    reached: async (page, locale) => {
      await says(page, m.picture_unplayable({}, { locale }))
      // The stills that replace the moving picture.
      await says(page, m.still_every({}, { locale }))
    },
  },
  {
    state: "sound-denied",
    reached: async (page, locale, { tell }) => {
      await plays(page)
      tell([{ _tag: "AudioDenied", performerId }])
      await says(page, m.stream_sound_denied({}, { locale }))
    },
  },
  {
    state: "curtain",
    reached: async (page, _, { tell }) => {
      await plays(page)
      tell([
        { _tag: "RoomModeSwitched", performerId, mode: "vip" },
        { _tag: "VideoDenied", performerId },
      ])
      await page.locator(".player[data-curtain=true]").waitFor()
    },
  },
  {
    state: "theatre",
    isWide: true,
    reached: async (page, locale) => {
      await plays(page)
      await press(page, m.player_theatre({}, { locale }))
      await page.locator("html[data-theatre=on]").waitFor()
    },
    of: null,
  },
  {
    state: "keys",
    isWide: true,
    reached: async (page, locale) => {
      await plays(page)
      await press(page, m.keys_title({}, { locale }))
      await page.getByRole("dialog").waitFor()
    },
    of: "[role=dialog]",
  },
  {
    state: "corner",
    reached: async (page) => {
      await plays(page)
      await page.getByRole("contentinfo").scrollIntoViewIfNeeded()
      await page.locator(".mini-player video[data-shown=true]").waitFor()
    },
    of: ".mini-player",
  },
]
