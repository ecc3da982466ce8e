/**
 * Writes what is heard of a drawn performer, apps/media/loops/room-sounds.ts: a quiet room, keys while she types, and a
 * chime for a tip, synthesised here and encoded as Opus by Chromium: `node test/media/make-room-sounds.ts`. Another
 * Chromium may write other bytes.
 */
import { writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { seededRandom } from "@foldcast/backend/seeded-random"
import { openPackedBrowser } from "../support/browser.ts"

const FILE = fileURLToPath(new URL("../../apps/media/loops/room-sounds.ts", import.meta.url))
const RATE = 48_000
const PACKET_MS = 60
const BITS_PER_SECOND = 14_000

/** Air and a little hum: brown noise, far below speech. */
const room = (seconds: number): Array<number> => {
  const random = seededRandom("room")
  let brown = 0
  return Array.from({ length: RATE * seconds }, (_, at) => {
    brown = brown * 0.985 + random.between(-1, 1) * 0.0011
    return brown + 0.0006 * Math.sin((2 * Math.PI * 100 * at) / RATE)
  })
}

const withKeys = (sound: ReadonlyArray<number>): Array<number> => {
  const random = seededRandom("keys")
  const heard = [...sound]
  for (let at = 0.1; at < sound.length / RATE - 0.1; at += random.between(0.09, 0.24)) {
    const loudness = random.between(0.018, 0.034)
    const thump = random.between(130, 190)
    for (let index = 0; index < RATE * 0.05; index += 1) {
      const time = index / RATE
      const click = random.between(-1, 1) * Math.exp(-time * 420)
      const low = Math.sin(2 * Math.PI * thump * time) * Math.exp(-time * 90)
      const place = Math.floor(at * RATE) + index
      heard[place] = (heard[place] ?? 0) + loudness * (click + 0.6 * low)
    }
  }
  return heard
}

const withChime = (sound: ReadonlyArray<number>): Array<number> =>
  sound.map((level, at) => {
    const notes = [
      { hertz: 1_046.5, from: 0.02 },
      { hertz: 1_568, from: 0.16 },
      { hertz: 2_093, from: 0.3 },
    ]
    return notes.reduce((sum, { hertz, from }) => {
      const time = at / RATE - from
      if (time < 0) return sum
      const swell = Math.min(1, time / 0.006) * Math.exp(-time * 4.2)
      return sum + 0.05 * swell * Math.sin(2 * Math.PI * hertz * time)
    }, level)
  })

/** Runs in the page, whose types this program does not have. */
const ENCODE = `async ({ samples, rate, packetMs, bitrate }) => {
  const packets = []
  const failed = []
  const encoder = new AudioEncoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength)
      chunk.copyTo(bytes)
      packets.push(bytes.toBase64())
    },
    error: (error) => failed.push(error.message),
  })
  encoder.configure({
    codec: "opus", sampleRate: rate, numberOfChannels: 1, bitrate,
    opus: { frameDuration: packetMs * 1000 },
  })
  const data = Float32Array.from(samples)
  encoder.encode(new AudioData({
    format: "f32-planar", sampleRate: rate, numberOfFrames: data.length, numberOfChannels: 1, timestamp: 0, data,
  }))
  await encoder.flush()
  if (failed.length > 0) throw new Error(failed.join(", "))
  return packets
}`

const SOUNDS = { room: room(3), keys: withKeys(room(3)), chime: withChime(room(1.5)) }

const browser = await openPackedBrowser()
const page = await browser.newPage()
// Encoders need a secure context, and localhost is one.
await page.route("http://localhost/", (route) =>
  route.fulfill({ contentType: "text/html", body: "<!doctype html>" }),
)
await page.goto("http://localhost/")
const lines: Array<string> = []
for (const [name, samples] of Object.entries(SOUNDS)) {
  const options = { samples, rate: RATE, packetMs: PACKET_MS, bitrate: BITS_PER_SECOND }
  const packets: ReadonlyArray<string> = await page.evaluate(
    `(${ENCODE})(${JSON.stringify(options)})`,
  )
  // What does not fill a packet is silence.
  const whole = packets.slice(0, Math.floor((samples.length * 1_000) / RATE / PACKET_MS))
  lines.push(`  ${name}: [\n${whole.map((packet) => `    "${packet}",\n`).join("")}  ],\n`)
}
await browser.close()
await writeFile(
  FILE,
  `/** What is heard of a drawn performer: Opus packets of ${PACKET_MS} ms, in base64. Written by test/media/make-room-sounds.ts. */\nexport const ROOM_SOUNDS = {\n${lines.join("")}} as const\n`,
)
