/**
 * Moving pictures as a visitor sees them, in a real browser with the whole site: how soon the first appears,
 * compared with a page that only does WHEP at the same engine; and how long the picture freezes when the
 * publisher's page is reloaded.
 */
import { median } from "../support/statistics.ts"
import type { Bench } from "./harness/bench.ts"
import { measureFirstFrames } from "./picture/first-frame.ts"
import { measureReloads } from "./picture/publishers-reload.ts"

const millis = (value: number) => `${value.toFixed(0)} ms`
const list = (values: ReadonlyArray<number>) => values.map((value) => value.toFixed(0)).join(", ")

export const pictureBench: Bench = {
  name: "picture",
  title: "A moving picture in Chromium, through the whole site",
  run: async ({ quick }) => {
    const first = await measureFirstFrames(quick ? 2 : 15)
    const reload = await measureReloads(quick ? 1 : 7)
    const click = median(first.site.map(({ fromClickMs }) => fromClickMs))
    const own = median(first.site.map(({ fromOfferMs }) => fromOfferMs))
    const bare = median(first.bareMs)
    const parts = first.site.map(({ parts }) => parts)
    const part = (of: (one: (typeof parts)[number]) => number) => millis(median(parts.map(of)))
    return [
      {
        what: "from the click on a card to the first frame",
        measured: click,
        unit: "ms",
        target: { atMost: 300 },
        absolute: `${list(first.site.map(({ fromClickMs }) => fromClickMs))}; the profile is shown, joined and watched by then: ${part((one) => one.toJoin)} until it joins, ${part((one) => one.toOffer)} to the offer, ${part((one) => one.toAnswer)} to its answer, ${part((one) => one.toConnection)} to the connection, ${part((one) => one.toFrame)} to the frame`,
      },
      {
        what: "what that is more than on a bare page, from the press",
        measured: click - bare,
        unit: "ms",
        target: { atMost: 100 },
        absolute: `${millis(bare)} from the press of a page that offers at once, straight to the same engine: ${list(first.bareMs)}`,
      },
      {
        what: "the click on the card, of the bare page's press",
        measured: click / bare,
        unit: "×",
        target: null,
        absolute: "no target: ADR 0039",
      },
      {
        what: "from the player's own offer to the first frame, of a bare page's press",
        measured: own / bare,
        unit: "×",
        target: null,
        absolute: millis(own),
      },
      {
        what: "from the reloaded publisher's offer to the first new frame at the viewer",
        measured: median(reload.map(({ fromOfferMs }) => fromOfferMs)),
        unit: "ms",
        target: { atMost: 500 },
        absolute: list(reload.map(({ fromOfferMs }) => fromOfferMs)),
      },
      {
        what: "the viewer's whole pause, from the old page's last frame",
        measured: median(reload.map(({ pauseMs }) => pauseMs)),
        unit: "ms",
        target: null,
        absolute: `with the time in which the page loads and the camera begins: ${list(reload.map(({ pauseMs }) => pauseMs))}`,
      },
      {
        what: "longest pause when a second publisher takes over",
        measured: median(reload.map(({ takeoverMs }) => takeoverMs)),
        unit: "ms",
        target: { atMost: 500 },
        absolute: list(reload.map(({ takeoverMs }) => takeoverMs)),
      },
    ]
  },
}
