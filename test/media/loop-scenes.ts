/**
 * The content of the drawn loops, frame by frame, as SVG: the demo's drawn portraits sway and breathe for eight
 * seconds and return to their start. The same loop is drawn the same each time.
 */
import { portrait } from "@foldcast/backend/media/portrait"
import { seededRandom } from "@foldcast/backend/seeded-random"
import { codeOf, SQUARE } from "@foldcast/media/loops/loop-code.fixture"

export const LOOPS = 8
export const SIZE = { width: 480, height: 360 }
export const FRAME_RATE = 15
export const SECONDS = 8

const POSE = /<g transform="([^"]*translate\(-200 -146\))"/u

const turn = (share: number, phase: number) => Math.sin(2 * Math.PI * (share + phase))

/** A frame of one loop, as SVG; `share` runs from 0 to 1 over the loop. */
export const sceneOf = (loop: number) => {
  const still = portrait({ owner: `loop ${loop}`, name: "0", plain: false }, SIZE)
  if (!POSE.test(still)) throw new Error("the portrait has no pose that could be moved")
  const random = seededRandom(`loop ${loop}`)
  const phase = random.next()
  const aside = random.between(9, 16)
  const lean = random.between(1.6, 2.8)
  return (frame: number): string => {
    const share = frame / (FRAME_RATE * SECONDS)
    const x = aside * turn(share, phase)
    const y = 1.8 * turn(2 * share, phase) + 1.2 * turn(3 * share, 0)
    const angle = lean * turn(share, phase + 0.12)
    const light = `<circle cx="${(200 + 150 * turn(share, 0.25)).toFixed(2)}" cy="${(90 + 40 * turn(share, 0)).toFixed(2)}" r="64" fill="#fff" opacity="0.1"/>`
    const moved = `<g transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${angle.toFixed(3)} 200 300) $1"`
    const code = codeOf({ loop, second: Math.floor(frame / FRAME_RATE) })
      .map((isWhite, at) => {
        const left = SQUARE.left + at * SQUARE.size
        return `<rect x="${left}" y="${SQUARE.top}" width="${SQUARE.size}" height="${SQUARE.size}" fill="${isWhite ? "#fff" : "#000"}"/>`
      })
      .join("")
    return still
      .replace(POSE, `${light}${moved}`)
      .replace(/^<svg/u, '<svg overflow="hidden"')
      .replace(
        /^(.*)$/su,
        `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">$1${code}</svg>`,
      )
  }
}
