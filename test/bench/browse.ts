/**
 * Browsing performers: how soon the pages load, how soon they respond while many statuses change, and whether a
 * long list scrolls smoothly. The whole site as real processes; its pages are compared with a static copy of their
 * own markup.
 */
import type { PerformersAnswer } from "@foldcast/contracts/queries/performers"
import { openBrowser } from "../support/browser.ts"
import { startWorld } from "../support/world.ts"
import { type BusySite, serveBusySite } from "./browse/busy-site.ts"
import { measureFirstView } from "./browse/first-view.ts"
import { measureAnswering, measureBareButton, OPENINGS } from "./browse/interactions.ts"
import { measureLoading } from "./browse/loading.ts"
import { measureScrolling } from "./browse/scrolling.ts"
import { serveStaticCopy } from "./browse/static-copy.ts"
import { measureWalletOpening } from "./browse/wallet-opening.ts"
import type { Bench, Row } from "./harness/bench.ts"

/** The profile is of whoever stands first in the list. */
const pagesOf = async (site: string) => {
  const answer = await fetch(`${site}/api/performers?lang=en&page=1&limit=1`)
  const { performers } = (await answer.json()) as PerformersAnswer
  const [first] = performers
  if (first === undefined) throw new Error("the site has no performers")
  return [
    ["home", "/"],
    ["a category", "/toy-shows"],
    ["a profile", `/profile/${encodeURIComponent(first.username)}`],
  ] as const
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`

/** Both the site and its copy have served each page once before, so pictures are already rendered and cached. */
const loadingRows = async (
  site: string,
  copy: string,
  rounds: number,
): Promise<ReadonlyArray<Row>> => {
  const browser = await openBrowser()
  const rows: Array<Row> = []
  try {
    for (const [name, path] of await pagesOf(site)) {
      const view = await measureFirstView(browser, site, path)
      await measureFirstView(browser, copy, path)
      const loading = await measureLoading({ site, copy }, path, rounds)
      rows.push(
        {
          what: `${name} on a phone, by Lighthouse`,
          measured: loading.score,
          unit: "points",
          target: { atLeast: 95 },
          absolute: `${loading.staticScore.toFixed(0)} points for its static copy`,
        },
        {
          what: `${name}, largest paint of a static copy's`,
          measured: loading.largestRatio,
          unit: "×",
          target: { atMost: 1.3 },
          absolute: `${seconds(loading.largest)} against ${seconds(loading.staticLargest)}`,
        },
        {
          what: `${name}, what moves while it loads`,
          measured: loading.shift,
          unit: "",
          target: { atMost: 0 },
          absolute: "layout shift, the worst run",
        },
        {
          what: `${name}, pictures of the first view`,
          measured: view.kilobytes,
          unit: "kB",
          target: null,
          absolute: `${view.pictures} pictures, ${view.types.join(", ")}`,
        },
      )
    }
  } finally {
    await browser.close()
  }
  return rows
}

const answeringRows = async (
  site: BusySite,
  copy: string,
  rounds: number,
): Promise<ReadonlyArray<Row>> => {
  const browser = await openBrowser()
  try {
    const bare = await measureBareButton(browser, copy)
    const { inp, interactions, slowest, statuses, shift, shiftedBy } = await measureAnswering(
      browser,
      site,
      rounds,
    )
    const openings = slowest.filter(({ what }) => OPENINGS.has(what))
    const worst = slowest.slice(0, 3).map(({ what, ms }) => `${what} ${ms} ms`)
    return [
      {
        what: "interaction to next paint, processor 4× slower",
        measured: inp,
        unit: "ms",
        target: { atMost: 150 },
        absolute: `${interactions} interactions, ${statuses} statuses; slowest: ${worst.join(", ")}`,
      },
      {
        what: "opening search, filters, wallet and menu, likewise: the slowest",
        measured: openings[0]?.ms ?? Number.NaN,
        unit: "ms",
        target: { atMost: 200 },
        absolute: openings.map(({ what, ms }) => `${what} ${ms} ms`).join(", "),
      },
      {
        what: "a bare button without any script around it, likewise",
        measured: bare,
        unit: "ms",
        target: null,
        absolute: "the slowest of ten presses: what this machine takes at this hour",
      },
      {
        what: "what moves by itself meanwhile",
        measured: shift,
        unit: "",
        target: { atMost: 0.05 },
        absolute: `layout shift of the whole visit, most of it at ${shiftedBy}`,
      },
    ]
  } finally {
    await browser.close()
  }
}

const walletRows = async (site: string, rounds: number): Promise<ReadonlyArray<Row>> => {
  const browser = await openBrowser()
  try {
    const { withBundles, empty } = await measureWalletOpening(browser, site, rounds)
    return [
      {
        what: "the wallet with its bundles, of its window without an answer, processor 4× slower",
        measured: withBundles / empty,
        unit: "×",
        target: { atMost: 1.2 },
        absolute: `${withBundles.toFixed(0)} ms against ${empty.toFixed(0)} ms`,
      },
    ]
  } finally {
    await browser.close()
  }
}

const scrollingRows = async (site: BusySite, cards: number): Promise<ReadonlyArray<Row>> => {
  const rows: Array<Row> = []
  for (const slower of [1, 4]) {
    const browser = await openBrowser()
    try {
      const scrolling = await measureScrolling(browser, site, { cards, slower })
      rows.push({
        what: `longest task while ${scrolling.cards} cards scroll${slower === 1 ? "" : `, processor ${slower}× slower`}`,
        measured: scrolling.longest,
        unit: "ms",
        target: slower === 1 ? { atMost: 50 } : null,
        absolute: `${scrolling.over50} over 50 ms`,
      })
    } finally {
      await browser.close()
    }
  }
  return rows
}

export const browse: Bench = {
  name: "browse",
  title: "Looking for performers",
  run: async ({ quick }) => {
    const rounds = quick ? 1 : 3
    const loads = quick ? 1 : 5
    const world = await startWorld({ environment: { DEMO: "on" } })
    const { site } = world.urls
    const copy = await serveStaticCopy(site)
    try {
      const loading = await loadingRows(site, copy.origin, loads)
      const wallet = await walletRows(site, quick ? 1 : 9)
      const busy = await serveBusySite(site, 1_050)
      try {
        return [
          ...loading,
          ...wallet,
          ...(await answeringRows(busy, copy.origin, rounds)),
          ...(await scrollingRows(busy, quick ? 300 : 1_000)),
        ]
      } finally {
        await busy.close()
      }
    } finally {
      await copy.close()
      await world.close()
    }
  },
}
