/**
 * Slots for server-sent events by the browser's own locks (Web Locks API): each document that seeks one holds a lock
 * whose name says who it is and how much it matters, and each that streams one of four more. A document that is
 * killed gives all of them back by that, and nobody has to ask around. Who comes first is packages/client's to say.
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
import { isJson, parsedJson } from "./structure.ts"

const SEEKER = "foldcast-stream-seeker "
const SLOT = "foldcast-stream-slot "

export type SlotLocks = Pick<LockManager, "request" | "query">

/** Tells the other documents that something changed, and is told so. */
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

/** Another build may write it otherwise: what cannot be read is nobody. */
const seekerIn = (name: string | undefined): SlotSeeker | null => {
  if (name?.startsWith(SEEKER) !== true) return null
  const read = parsedJson(name.slice(SEEKER.length))
  if (!isJson(read)) return null
  const { id, isPaid, isSeen, usedAt } = read
  return typeof id === "string" && typeof usedAt === "number"
    ? { id, isPaid: isPaid === true, isSeen: isSeen === true, usedAt }
    : null
}

/** Holds a lock until it is released; `granted` is called when it is there. */
const hold = (
  locks: SlotLocks,
  name: string,
  granted: () => void,
  mode: LockMode = "exclusive",
): (() => void) => {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const waiting = new AbortController()
  locks
    .request(name, { mode, signal: waiting.signal }, () => {
      granted()
      return released
    })
    .catch(() => undefined)
  return () => {
    waiting.abort()
    release()
  }
}

export const seekByLocks = (
  { locks, news, watch }: SlotPorts,
  told: (turn: SlotTurn) => void,
): SoughtSlot => {
  let me: SlotSeeker | null = null
  let isLeft = false
  /** What was told last, where it was not this document's turn. */
  let refused: OthersTurn | null = null
  /** Gives back what this document's name says. */
  let retract: () => void = () => undefined
  /** Asks for one of the slots, or holds it. */
  let slots: ReadonlyArray<() => void> | null = null
  let watched: ReadonlyArray<() => void> = []
  let isLooking = false
  let isStale = false

  const leaveSlots = () => {
    slots?.forEach((release) => release())
    slots = null
  }
  const askForSlot = () => {
    refused = null
    let isHeld = false
    const asked: Array<() => void> = []
    slots = asked
    for (let number = 1; number <= MAX_EVENT_STREAMS; number += 1) {
      const release = hold(locks, `${SLOT}${number}`, () => {
        // The first one that is free; the others are let go, whether asked for or already given.
        if (isHeld || slots !== asked) return queueMicrotask(release)
        isHeld = true
        for (const other of asked) if (other !== release) other()
        told("own")
      })
      asked.push(release)
    }
  }
  /** Hears when one of those whose turn it is goes, is killed, or comes to matter less. */
  const watchEntitled = (seekers: ReadonlyArray<SlotSeeker>) => {
    watched.forEach((release) => release())
    watched = seekers.map((seeker) => {
      const release = hold(
        locks,
        nameOf(seeker),
        () => {
          queueMicrotask(release)
          void look()
        },
        // Told apart by it from the one who is meant.
        "shared",
      )
      return release
    })
  }

  const lookOnce = async () => {
    const { held = [] } = await locks.query()
    if (isLeft || me === null) return
    const mine = me
    const others = held
      .filter(({ mode }) => mode === "exclusive")
      .map(({ name }) => seekerIn(name))
      .filter((seeker) => seeker !== null)
      .filter(({ id }) => id !== mine.id)
    const turn = slotTurn(mine, others)
    if (turn === "own") {
      watchEntitled([])
      if (slots === null) askForSlot()
      return
    }
    const entitled = entitledSeekers([...others, mine])
    watchEntitled(others.filter(({ id }) => entitled.has(id)))
    if (slots === null && refused === turn) return
    refused = turn
    // The stream is closed before its slot is another's.
    told(turn)
    leaveSlots()
  }
  const isDue = () => isStale && !isLeft
  const look = async (): Promise<void> => {
    isStale = true
    if (isLooking) return
    isLooking = true
    while (isDue()) {
      isStale = false
      await lookOnce().catch(() => undefined)
    }
    isLooking = false
  }

  const unhear = news.hear(() => void look())
  const { claim, end } = watch((seeker) => {
    me = seeker
    const last = retract
    const release = hold(locks, nameOf(seeker), () => {
      last()
      if (retract === both) retract = release
      news.tell()
      void look()
    })
    const both = () => {
      release()
      last()
    }
    retract = both
  })

  return {
    claim,
    leave: () => {
      isLeft = true
      end()
      unhear()
      watchEntitled([])
      leaveSlots()
      retract()
      news.tell()
    },
  }
}
