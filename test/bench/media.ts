/**
 * The media engine's process: the cost of a viewer, compared with a bare relay on the same library, and the
 * resources that remain in use.
 */
import type { Bench } from "./harness/bench.ts"
import { contest, runContender } from "./harness/contest.ts"

const VIEWERS = 15
const MANY = 50
const ROOMS = 50

const percent = (share: number) => `${(share * 100).toFixed(1)} % of a core`

export const media: Bench = {
  name: "media",
  title:
    "The media engine: a publisher of 640×480 at 760 kbit/s with sound, relayed to its viewers",
  run: async ({ quick }) => {
    const warmUpMs = quick ? 500 : 3_000
    const results = await contest(["media/engine", "media/bare-relay"], quick ? 1 : 5, {
      viewers: VIEWERS,
      warmUpMs,
      measuredMs: quick ? 3_000 : 10_000,
    })
    const many = await runContender("media/engine", {
      viewers: MANY,
      warmUpMs,
      measuredMs: quick ? 3_000 : 15_000,
    })
    const loops = await runContender("media/loop-audience", {
      viewers: MANY,
      warmUpMs,
      measuredMs: quick ? 3_000 : 15_000,
    })
    const idle = await runContender("media/idle-rooms", {
      rooms: quick ? 10 : ROOMS,
      // By then the ports and sockets of departed viewers are released.
      warmUpMs: quick ? 500 : 5_000,
      measuredMs: quick ? 3_000 : 15_000,
    })
    const sessions = quick ? 50 : 500
    const memory = await runContender("media/sessions", { sessions })
    const engine = (figure: string) => results.median("media/engine", figure)
    const bare = (figure: string) => results.median("media/bare-relay", figure)
    return [
      {
        what: `process time for each packet to ${VIEWERS} viewers, of the bare relay's`,
        measured: results.ratio("media/engine", "media/bare-relay", "cpuMicrosPerPacket"),
        unit: "×",
        target: { atMost: 1.2 },
        absolute: `${engine("cpuMicrosPerPacket").toFixed(1)} µs against ${bare("cpuMicrosPerPacket").toFixed(1)} µs, ${engine("packetsPerSecond").toFixed(0)} packets a second; ${percent(engine("coreShare"))} against ${percent(bare("coreShare"))}`,
      },
      {
        what: `of a core, with ${MANY} viewers`,
        measured: many["coreShare"] ?? Number.NaN,
        unit: "",
        target: { atMost: 0.35 },
        absolute: `${(many["packetsPerSecond"] ?? 0).toFixed(0)} packets a second arrived; ${(many["residentMB"] ?? 0).toFixed(0)} MB`,
      },
      {
        what: `of a core, with ${MANY} viewers of a drawn loop`,
        measured: loops["coreShare"] ?? Number.NaN,
        unit: "",
        target: { atMost: 0.35 },
        absolute: `${(loops["packetsPerSecond"] ?? 0).toFixed(0)} packets a second arrived`,
      },
      {
        what: `of a core, with ${quick ? 10 : ROOMS} rooms that nobody watches`,
        measured: idle["coreShare"] ?? Number.NaN,
        unit: "",
        target: { atMost: 0.005 },
        absolute: percent(idle["coreShare"] ?? Number.NaN),
      },
      {
        what: `memory after ${sessions} sessions, of that after ${sessions / 2}`,
        measured: memory["grown"] ?? Number.NaN,
        unit: "×",
        target: { atMost: 1.1 },
        absolute: `${(memory["allMB"] ?? 0).toFixed(0)} MB against ${(memory["halfMB"] ?? 0).toFixed(0)} MB resident, after collecting`,
      },
    ]
  },
}
