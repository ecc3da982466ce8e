/** Many documents of one browser, which come, go, are killed, looked at and paid in, in an order that is drawn. */
import { describe, expect, it } from "vitest"
import {
  entitledSeekers,
  MAX_EVENT_STREAMS,
  type SlotSeeker,
  slotTurn,
  type SlotTurn,
  type SoughtSlot,
} from "@foldcast/client/stream-slots"
import type { SlotLocks } from "./held-lock.ts"
import { seekByLocks } from "./slots-by-locks.ts"

interface Request {
  readonly name: string
  readonly mode: LockMode
  readonly owner: number
  readonly run: () => Promise<unknown>
  isOver: boolean
}

/** A browser's lock manager (Web Locks API): first come, first served, and a document that is gone holds nothing. */
class BrowserLocks {
  #held: ReadonlyArray<Request> = []
  #waiting: ReadonlyArray<Request> = []
  readonly #killed = new Set<number>()

  #grant(): void {
    for (const request of this.#waiting) {
      const ahead = this.#waiting.slice(0, this.#waiting.indexOf(request))
      const blocks = ({ name, mode }: Request) =>
        name === request.name && (mode === "exclusive" || request.mode === "exclusive")
      if (this.#held.some(blocks) || ahead.some(blocks)) continue
      this.#waiting = this.#waiting.filter((each) => each !== request)
      this.#held = [...this.#held, request]
      void Promise.resolve()
        .then(() => (request.isOver ? undefined : request.run()))
        .then(() => this.#end(request))
    }
  }

  #end(request: Request): void {
    request.isOver = true
    this.#held = this.#held.filter((each) => each !== request)
    this.#waiting = this.#waiting.filter((each) => each !== request)
    this.#grant()
  }

  kill(owner: number): void {
    this.#killed.add(owner)
    for (const request of [...this.#held, ...this.#waiting]) {
      if (request.owner === owner) this.#end(request)
    }
  }

  of(owner: number): SlotLocks {
    const request = (name: string, options: LockOptions, run: LockGrantedCallback<unknown>) => {
      if (this.#killed.has(owner)) return new Promise(() => undefined)
      const { mode = "exclusive", signal } = options
      const asked: Request = { name, mode, owner, run: async () => run(null), isOver: false }
      this.#waiting = [...this.#waiting, asked]
      signal?.addEventListener("abort", () => {
        if (this.#waiting.includes(asked)) this.#end(asked)
      })
      this.#grant()
      return Promise.resolve()
    }
    return {
      request: request as unknown as SlotLocks["request"],
      query: () =>
        Promise.resolve({
          held: this.#held.map(({ name, mode }) => ({ name, mode })),
          pending: [],
        }),
    }
  }
}

interface OpenDocument {
  seeker: SlotSeeker
  isStreaming: boolean
  isToldToWait: boolean
  /** As it was told last. */
  turn: SlotTurn | null
  readonly change: () => void
  readonly sought: SoughtSlot
}

class Browser {
  readonly #locks = new BrowserLocks()
  readonly documents = new Map<number, OpenDocument>()
  #hearers = new Map<number, () => void>()
  #last = 0
  #time = 0
  /** The most that ever streamed at once. */
  most = 0

  open(): void {
    const number = (this.#last += 1)
    let changed: (seeker: SlotSeeker) => void = () => undefined
    const document: OpenDocument = {
      seeker: { id: `d${number}`, isPaid: false, isSeen: true, usedAt: (this.#time += 1) },
      isStreaming: false,
      isToldToWait: false,
      turn: null,
      change: () => changed(document.seeker),
      sought: { claim: () => undefined, leave: () => undefined },
    }
    this.documents.set(number, document)
    const sought = seekByLocks(
      {
        locks: this.#locks.of(number),
        news: {
          tell: () => {
            for (const [other, hear] of this.#hearers) if (other !== number) queueMicrotask(hear)
          },
          hear: (hear) => {
            this.#hearers.set(number, hear)
            return () => this.#hearers.delete(number)
          },
        },
        watch: (told) => {
          changed = told
          told(document.seeker)
          return { claim: () => this.use(number), end: () => undefined }
        },
      },
      (turn) => {
        if (!this.documents.has(number)) return
        document.turn = turn
        document.isStreaming = turn === "own"
        document.isToldToWait = turn !== "own"
        this.most = Math.max(this.most, this.streaming().length)
      },
    )
    Object.assign(document, { sought })
  }

  streaming(): ReadonlyArray<string> {
    return [...this.documents.values()]
      .filter(({ isStreaming }) => isStreaming)
      .map(({ seeker }) => seeker.id)
      .toSorted()
  }

  change(number: number, how: Partial<SlotSeeker>): void {
    const document = this.documents.get(number)
    if (document === undefined) return
    document.seeker = { ...document.seeker, ...how }
    document.change()
  }

  use(number: number): void {
    this.change(number, { isSeen: true, usedAt: (this.#time += 1) })
  }

  close(number: number): void {
    const document = this.documents.get(number)
    this.documents.delete(number)
    document?.sought.leave()
    this.#hearers.delete(number)
  }

  /** Without a last word. */
  kill(number: number): void {
    this.documents.delete(number)
    this.#hearers.delete(number)
    this.#locks.kill(number)
  }
}

const settled = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

const drawing = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** Who streams, and who was told to wait, whatever is left of either; the moment tells which run it was. */
const turnsOf = (browser: Browser, moment: string) => {
  const all = [...browser.documents.values()]
  const undecided = all.filter(({ isStreaming, isToldToWait }) => isStreaming === isToldToWait)
  const turns = all.map(({ turn }) => turn)
  return { moment, streaming: browser.streaming(), undecided, turns }
}
const rightTurns = (browser: Browser, moment: string) => {
  const seekers = [...browser.documents.values()].map(({ seeker }) => seeker)
  const turns = seekers.map((me) =>
    slotTurn(
      me,
      seekers.filter(({ id }) => id !== me.id),
    ),
  )
  return { moment, streaming: [...entitledSeekers(seekers)].toSorted(), undecided: [], turns }
}

describe("stream slots held by the browser's locks", () => {
  it("belong to the documents whose turn it is, four at any moment, whatever happens to them", async () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const draw = drawing(seed)
      const browser = new Browser()
      for (let turn = 0; turn < 40; turn += 1) {
        const numbers = [...browser.documents.keys()]
        const one = numbers[draw(Math.max(1, numbers.length))] ?? 0
        const what = draw(10)
        if (what < 3) browser.open()
        else if (what === 3) browser.close(one)
        else if (what === 4) browser.kill(one)
        else if (what === 5) browser.change(one, { isSeen: false })
        else if (what === 6) browser.change(one, { isPaid: draw(2) === 0 })
        else browser.use(one)
        // What happens at once happens in between, too.
        if (draw(3) > 0) continue
        await settled()
        const moment = `seed ${seed}, turn ${turn}`
        expect(turnsOf(browser, moment)).toEqual(rightTurns(browser, moment))
        expect(browser.most).toBeLessThanOrEqual(MAX_EVENT_STREAMS)
      }
    }
  })

  it("are freed by a document that was killed without a word, while no other one acts", async () => {
    const browser = new Browser()
    for (let each = 0; each < 5; each += 1) browser.open()
    await settled()
    expect(browser.streaming()).toEqual(["d2", "d3", "d4", "d5"])
    browser.kill(4)
    await settled()
    expect(browser.streaming()).toEqual(["d1", "d2", "d3", "d5"])
  })

  it("tell a waiting document when all others have paid time, and when one of them ends it", async () => {
    const browser = new Browser()
    for (let each = 0; each < 5; each += 1) browser.open()
    await settled()
    const turn = () => browser.documents.get(1)?.turn
    expect(turn()).toBe("others")
    for (const payer of [2, 3, 4, 5]) browser.change(payer, { isPaid: true })
    await settled()
    expect(turn()).toBe("payingOthers")
    browser.change(3, { isPaid: false })
    await settled()
    expect(turn()).toBe("others")
  })
})
