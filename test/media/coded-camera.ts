/**
 * A performer's camera and microphone for tests: the picture has the code of a drawn loop in its corner, with a
 * number that the test chooses and the current second; the sound is one tone. They identify the performer and the
 * moment of a picture, and the source of a sound.
 */
import type { Page } from "playwright-core"
import { codeOf, SQUARE } from "@foldcast/backend/demo/rooms/check-code"

export interface CodedCamera {
  /** 1 to 8. */
  readonly number: number
  /** Hertz. */
  readonly tone: number
}

const SECONDS = 8

/** The second that a camera shows now: seconds of the clock that all pages here share, modulo eight. */
export const secondNow = (): number => Math.floor(Date.now() / 1_000) % SECONDS

/** Replaces the page's own devices, from its next document on. */
export const useCodedCamera = async (page: Page, { number, tone }: CodedCamera): Promise<void> => {
  const codes = Array.from({ length: SECONDS }, (_, second) => codeOf({ loop: number, second }))
  await page.addInitScript(`
    if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = async () => {
      const codes = ${JSON.stringify(codes)}
      const { size, left, top } = ${JSON.stringify(SQUARE)}
      const canvas = Object.assign(document.createElement("canvas"), { width: 480, height: 360 })
      const context = canvas.getContext("2d")
      const draw = () => {
        const now = Date.now()
        context.fillStyle = "#808080"
        context.fillRect(0, 0, 480, 360)
        context.fillStyle = "#60a0e0"
        context.fillRect((now / 20) % 480, 120, 60, 120)
        for (const [at, isWhite] of codes[Math.floor(now / 1000) % codes.length].entries()) {
          context.fillStyle = isWhite ? "#fff" : "#000"
          context.fillRect(left + at * size, top, size, size)
        }
      }
      draw()
      setInterval(draw, 66)
      const stream = canvas.captureStream(15)
      const sound = new AudioContext()
      const oscillator = new OscillatorNode(sound, { frequency: ${tone} })
      const heard = sound.createMediaStreamDestination()
      oscillator.connect(heard)
      oscillator.start()
      stream.addTrack(heard.stream.getAudioTracks()[0])
      return stream
    }
  `)
}
