/** What a guest with a watch token can do to the media engine: it can end only the guest's own picture. */
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { HANDSHAKE, record } from "@foldcast/media/engine/dtls-records.fixture"
import { type HostileViewer, hostileViewer } from "@foldcast/media/hostile-viewer.fixture"
import { type MediaProcess, startMediaProcess } from "@foldcast/media/media-process.fixture"
import { guests, runGuest, HOSTILE_STEPS } from "./hostile-guests.ts"

const WAIT = { timeout: 20_000, interval: 20 }
const FULL = process.env["PROOF"] === "full"
const FRAMES = FULL ? 100_000 : 3_000
const WORDS_EACH = FULL ? 250 : 100
const LANES = 8

/** One of many pieces of a certificate that never completes. */
const PIECE = record(
  HANDSHAKE,
  ...[11, 0, 0x10, 0, 0, 1, 0, 0, 0, 0, 0, 200],
  ...Array.from({ length: 200 }, () => 7),
)
/** Fewer per second than would end the session, however long they take. */
const PIECES = 3_000
/** More than a handshake contains, whatever is lost in transit. */
const KEPT = 192

const isDtls = (frame: Uint8Array) => (frame[0] ?? 0) >= 20 && (frame[0] ?? 0) < 64

describe("the media engine", () => {
  let media: MediaProcess
  const viewers: Array<HostileViewer> = []
  beforeEach(async () => {
    media = await startMediaProcess()
  })
  afterEach(async () => {
    await Promise.all(viewers.splice(0).map((viewer) => viewer.close()))
    await media.close()
  })

  const watching = async (viewer: HostileViewer) => {
    viewers.push(viewer)
    const { sdp } = await media.watch("live/1", viewer.offer, `viewer-${viewers.length}`)
    await viewer.accept(sdp)
    return viewer
  }
  const sees = async (viewer: HostileViewer) => {
    const before = viewer.received()
    await expect.poll(() => viewer.received() - before, WAIT).toBeGreaterThan(5)
  }
  const expectWhole = async () => {
    expect(media.end(), media.lines.join("\n")).toBe(null)
    expect(media.lines).toEqual([])
    expect(await media.metric("foldcast_media_unhandled_errors_total")).toBe(0)
  }

  it("goes on when a guest sends a first packet over TCP and resets the connection", async () => {
    const other = await watching(await hostileViewer("tcp"))
    await sees(other)
    for (let time = 0; time < 5; time += 1) {
      const hasReset = Promise.withResolvers<void>()
      const guest: HostileViewer = await watching(
        await hostileViewer("tcp", (frame) => {
          if (isDtls(frame)) {
            setImmediate(() => {
              guest.reset()
              hasReset.resolve()
            })
          }
          return [frame, frame]
        }),
      )
      await hasReset.promise
    }
    await sees(other)
    await expectWhole()
  })

  it.each(["tcp", "udp"] as const)(
    `goes on under ${FRAMES} drawn frames of guests over %s, who leave at every step of a connection`,
    async (over) => {
      const other = await watching(await hostileViewer("udp"))
      await sees(other)
      const count =
        Math.ceil((FRAMES * 1.3) / WORDS_EACH / (HOSTILE_STEPS + 1)) * (HOSTILE_STEPS + 1)
      const waiting = guests(over, over === "tcp" ? 1 : 1_000_000, count, WORDS_EACH)
      let sent = 0
      const lane = async () => {
        for (let guest = waiting.shift(); guest !== undefined; guest = waiting.shift()) {
          const frames = await runGuest(media, guest)
          sent += frames
          if (media.end() !== null) return
        }
      }
      await Promise.all(Array.from({ length: LANES }, lane))
      await expectWhole()
      expect(sent).toBeGreaterThanOrEqual(FRAMES)
      await sees(other)
    },
  )

  const dropped = () => media.metric("foldcast_media_dropped_datagrams_total")
  const sendsPieces = async (guest: HostileViewer, token: string) => {
    for (let piece = 0; piece < PIECES; piece += 1) expect(guest.send(PIECE)).toBe(true)
    await expect.poll(() => guest.isHeardOut() || media.isOver(token), WAIT).toBe(true)
  }

  it("keeps so many pieces of a handshake that a guest never ends, and drops the others", async () => {
    const greeted = Promise.withResolvers<void>()
    const guest = await hostileViewer("tcp", (frame) => {
      if (!isDtls(frame)) return [frame]
      greeted.resolve()
      return []
    })
    await watching(guest)
    await greeted.promise
    await sendsPieces(guest, "viewer-1")
    expect(await dropped()).toBe(PIECES - KEPT)
    await expectWhole()
  })

  it("keeps nothing of a handshake that is over, and goes on showing the picture", async () => {
    const guest = await hostileViewer("tcp")
    await watching(guest)
    await guest.connected
    await sees(guest)
    const before = await dropped()
    await sendsPieces(guest, "viewer-1")
    expect((await dropped()) - before).toBe(PIECES)
    await sees(guest)
    await expectWhole()
  })
})
