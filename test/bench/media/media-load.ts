/**
 * The load on one relay of pictures: a publisher and viewers in this process, the relay in another, each on its own
 * core if the machine can pin processes. Only the relay's use is measured.
 */
import { Effect } from "effect"
import { makeLoopFiles } from "@foldcast/backend/demo/rooms/loop-files"
import { NO_FILES } from "@foldcast/backend/media/picture-files"
import { CODED_LOOP } from "@foldcast/media/loops/coded-loop.fixture"
import { setTimeout as wait } from "node:timers/promises"
import type { Contender, Options } from "../harness/contest.ts"
import { pin } from "../path/load.ts"
import {
  cameraPublisher,
  type Client,
  type CountingViewer,
  countingViewer,
} from "./load-clients.ts"
import { type RelayKind, type RelayProcess, startRelay } from "./relay-process.ts"

const MEGABYTE = 1_048_576
const PUBLISHER = "publisher"
const VIEWER = "viewer"
const DRAWN_LOOP = "drawn"
const ATTEMPT_MS = 15_000
const MAX_ATTEMPTS = 5
/** Sessions opened in parallel. */
const AT_ONCE = 25

const opened = async (relay: RelayProcess, path: string, token: string, client: Client) => {
  const address = `${relay.url}/live/${path}`
  const response = await fetch(address, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/sdp" },
    body: client.offer,
  })
  if (response.status !== 201) throw new Error(`${address} answered ${String(response.status)}`)
  await client.accept(await response.text())
  return new URL(response.headers.get("Location") ?? "", address).href
}

interface Watching {
  readonly viewer: CountingViewer
  readonly resource: string
}

const leave = async ({ viewer, resource }: Watching) => {
  await fetch(resource, { method: "DELETE" })
  await viewer.close()
}

/**
 * A viewer that sees the room. The library of these viewers gives a DTLS handshake up that a busy machine is slow to
 * answer, and tells nobody; such a viewer connects again, as a browser does.
 */
const watching = async (relay: RelayProcess, room: string): Promise<Watching> => {
  for (let time = 0; time < MAX_ATTEMPTS; time += 1) {
    const viewer = await countingViewer()
    const resource = await opened(relay, `${room}/whep`, VIEWER, viewer)
    const seen = viewer.sees.then(() => true)
    const isSeen = await Promise.race([seen, wait(ATTEMPT_MS, false, { ref: false })])
    if (isSeen) return { viewer, resource }
    await leave({ viewer, resource })
  }
  throw new Error(`nobody saw room ${room} of ${relay.url} in ${MAX_ATTEMPTS} attempts`)
}

const begin = async (kind: RelayKind) => {
  pin(process.pid, 1)
  const relay = await startRelay(kind)
  pin(relay.pid, 0)
  relay.hooks.loops.set(PUBLISHER, null)
  relay.hooks.loops.set(VIEWER, CODED_LOOP)
  return relay
}

const audienceOf = async (relay: RelayProcess, options: Options) => {
  const viewers: Array<CountingViewer> = []
  while (viewers.length < Number(options["viewers"])) {
    viewers.push((await watching(relay, "1")).viewer)
  }
  return viewers
}

const packetsOf = (viewers: ReadonlyArray<CountingViewer>) =>
  viewers.reduce((sum, viewer) => sum + viewer.packets(), 0)

/** What the relay uses and its viewers get for a while, after the warm-up. */
const measured = async (
  relay: RelayProcess,
  options: Options,
  viewers: ReadonlyArray<CountingViewer> = [],
) => {
  await wait(Number(options["warmUpMs"]))
  const [before, packetsBefore, began] = [
    await relay.usage(true),
    packetsOf(viewers),
    performance.now(),
  ]
  await wait(Number(options["measuredMs"]))
  const [after, packets] = [await relay.usage(false), packetsOf(viewers) - packetsBefore]
  const seconds = (performance.now() - began) / 1_000
  const cpuMicros = after.cpuMicros - before.cpuMicros
  return {
    coreShare: cpuMicros / 1_000_000 / seconds,
    cpuMicrosPerPacket: cpuMicros / packets,
    packetsPerSecond: packets / seconds,
    residentMB: after.residentBytes / MEGABYTE,
  }
}

/** A publisher and many viewers of it, for a while. */
export const audience = (kind: RelayKind): Contender => ({
  run: async (options: Options) => {
    const relay = await begin(kind)
    await opened(relay, "1/whip", PUBLISHER, await cameraPublisher())
    const figures = await measured(relay, options, await audienceOf(relay, options))
    await relay.stop()
    return figures
  },
})

/** A demo performer's loop as the backend draws it. */
const drawnLoop = (): Promise<Uint8Array> =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const loops = yield* makeLoopFiles({ hasCheckCode: false, files: NO_FILES })
        const parts = yield* loops.file("demo_7")
        return yield* Effect.promise(async () => Buffer.concat(await Array.fromAsync(parts)))
      }),
    ),
  )

/** Viewers of a room in which a drawn loop stands in. */
export const loopAudience: Contender = {
  run: async (options: Options) => {
    const relay = await begin("engine")
    relay.hooks.loopFiles.set(DRAWN_LOOP, await drawnLoop())
    relay.hooks.loops.set(VIEWER, DRAWN_LOOP)
    const { coreShare, packetsPerSecond } = await measured(
      relay,
      options,
      await audienceOf(relay, options),
    )
    await relay.stop()
    return { coreShare, packetsPerSecond }
  },
}

/** Rooms whose loops were watched and now have no viewer. */
export const idleRooms: Contender = {
  run: async (options: Options) => {
    const relay = await begin("engine")
    const rooms = Array.from({ length: Number(options["rooms"]) }, (_, room) => `${room}`)
    for (const room of rooms) await leave(await watching(relay, room))
    const { coreShare } = await measured(relay, options)
    await relay.stop()
    return { coreShare }
  },
}

/** Sessions that open, receive video and close while a publisher sends; half of them in that room. */
export const manySessions: Contender = {
  run: async (options: Options) => {
    const relay = await begin("engine")
    await opened(relay, "1/whip", PUBLISHER, await cameraPublisher())
    const sessions = Number(options["sessions"])
    let done = 0
    const upTo = async (count: number) => {
      while (done < count) {
        const some = Math.min(AT_ONCE, count - done)
        const rooms = Array.from({ length: some }, (_, one) => `${(done + one) % 2}`)
        await Promise.all(rooms.map(async (room) => leave(await watching(relay, room))))
        done += some
      }
      return (await relay.usage(true)).residentBytes
    }
    const half = await upTo(Math.floor(sessions / 2))
    const all = await upTo(sessions)
    await relay.stop()
    return { grown: all / half, halfMB: half / MEGABYTE, allMB: all / MEGABYTE }
  },
}
