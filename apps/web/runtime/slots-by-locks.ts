/**
 * Slots for server-sent events by the browser's own locks (Web Locks API). Each document that seeks a slot holds a lock
 * whose name says who it is and how much it matters; each that streams holds one of four more. The browser releases
 * the locks of a document that is killed, so nobody has to ask around. packages/client decides who comes first.
 */
import {
  entitledSeekers,
  MAX_EVENT_STREAMS,
  type OthersTurn,
  type SlotSeeker,
  slotTurn,
  type SlotTurn,
  type SoughtSlot,
} from "@foldcast/client/stream-slots"
import { holdLock, type SlotLocks } from "./held-lock.ts"
import { isJson, jsonOrNull } from "./json.ts"

const SEEKER = "foldcast-stream-seeker "
const SLOT = "foldcast-stream-slot "

/** Tells the other documents that something changed, and hears it of them. */
export interface SlotNews {
  readonly tell: () => void
  /** Answers how to hear no more. */
  readonly hear: (changed: () => void) => () => void
}

export interface SlotPorts {
  readonly locks: SlotLocks
  readonly news: SlotNews
  /** How much this document matters now; answers how to watch no more. */
  readonly watch: (changed: (seeker: SlotSeeker) => void) => {
    readonly claim: () => void
    readonly end: () => void
  }
}

const nameOf = (seeker: SlotSeeker): string => SEEKER + JSON.stringify(seeker)

/** Null for other locks, and for what another build wrote in another form. */
const seekerIn = (name: string | undefined): SlotSeeker | null => {
  if (name?.startsWith(SEEKER) !== true) return null
  const read = jsonOrNull(name.slice(SEEKER.length))
  if (!isJson(read)) return null
  const { id, isPaid, isSeen, usedAt } = read
  return typeof id === "string" && typeof usedAt === "number"
    ? { id, isPaid: isPaid === true, isSeen: isSeen === true, usedAt }
    : null
}

class LockSlotSeeker implements SoughtSlot {
  readonly #locks: SlotLocks
  readonly #news: SlotNews
  readonly #told: (turn: SlotTurn) => void
  readonly #watch: ReturnType<SlotPorts["watch"]>
  readonly #stopHearing: () => void
  #me: SlotSeeker | null = null
  #isLeft = false
  /** What was told last, where it was not this document's turn. */
  #refused: OthersTurn | null = null
  /** Releases the lock that names this document. */
  #releaseName: () => void = () => undefined
  /** Releases the slot, or the requests for one; null where none is asked for. */
  #slots: ReadonlyArray<() => void> | null = null
  #watched: ReadonlyArray<() => void> = []
  #isLooking = false
  #isStale = false

  constructor({ locks, news, watch }: SlotPorts, told: (turn: SlotTurn) => void) {
    this.#locks = locks
    this.#news = news
    this.#told = told
    this.#stopHearing = news.hear(() => void this.#look())
    this.#watch = watch((seeker) => this.#announce(seeker))
  }

  readonly claim = (): void => this.#watch.claim()

  readonly leave = (): void => {
    this.#isLeft = true
    this.#watch.end()
    this.#stopHearing()
    this.#watchEntitled([])
    this.#leaveSlots()
    this.#releaseName()
    this.#news.tell()
  }

  /** The new name is held before the old one is released, so that this document never seems gone. */
  #announce(seeker: SlotSeeker): void {
    this.#me = seeker
    const last = this.#releaseName
    const release = holdLock(this.#locks, nameOf(seeker), () => {
      last()
      if (this.#releaseName === both) this.#releaseName = release
      this.#news.tell()
      void this.#look()
    })
    const both = () => {
      release()
      last()
    }
    this.#releaseName = both
  }

  #leaveSlots(): void {
    this.#slots?.forEach((release) => release())
    this.#slots = null
  }

  #askForSlot(): void {
    this.#refused = null
    let isHeld = false
    const asked: Array<() => void> = []
    this.#slots = asked
    for (let number = 1; number <= MAX_EVENT_STREAMS; number += 1) {
      const release = holdLock(this.#locks, `${SLOT}${number}`, () => {
        // The first that is granted is kept; the others are released or withdrawn.
        if (isHeld || this.#slots !== asked) return queueMicrotask(release)
        isHeld = true
        for (const other of asked) if (other !== release) other()
        this.#told("own")
      })
      asked.push(release)
    }
  }

  /** Hears when one of those whose turn it is leaves, is killed, or comes to matter less. */
  #watchEntitled(seekers: ReadonlyArray<SlotSeeker>): void {
    this.#watched.forEach((release) => release())
    this.#watched = seekers.map((seeker) => {
      const release = holdLock(
        this.#locks,
        nameOf(seeker),
        () => {
          queueMicrotask(release)
          void this.#look()
        },
        // A query tells this request apart from the seeker's own, which is exclusive.
        "shared",
      )
      return release
    })
  }

  async #lookOnce(): Promise<void> {
    const { held = [] } = await this.#locks.query()
    const me = this.#me
    if (this.#isLeft || me === null) return
    const others = held
      .filter(({ mode }) => mode === "exclusive")
      .map(({ name }) => seekerIn(name))
      .filter((seeker) => seeker !== null)
      .filter(({ id }) => id !== me.id)
    const turn = slotTurn(me, others)
    if (turn === "own") {
      this.#watchEntitled([])
      if (this.#slots === null) this.#askForSlot()
      return
    }
    const entitled = entitledSeekers([...others, me])
    this.#watchEntitled(others.filter(({ id }) => entitled.has(id)))
    if (this.#slots === null && this.#refused === turn) return
    this.#refused = turn
    // The stream is closed before its slot is another's.
    this.#told(turn)
    this.#leaveSlots()
  }

  async #look(): Promise<void> {
    this.#isStale = true
    if (this.#isLooking) return
    this.#isLooking = true
    while (this.#isStale && !this.#isLeft) {
      this.#isStale = false
      await this.#lookOnce().catch(() => undefined)
    }
    this.#isLooking = false
  }
}

export const seekByLocks = (ports: SlotPorts, told: (turn: SlotTurn) => void): SoughtSlot =>
  new LockSlotSeeker(ports, told)
