/** Reads the code in the corner of a picture, moving or still: which loop, which second. */
import type { Locator } from "playwright-core"
import { type LoopMoment, SQUARE } from "@foldcast/backend/demo/rooms/check-code"
import { readCode } from "@foldcast/backend/demo/rooms/check-code.fixture"

/** Undefined if no code can be read at the moment. */
export const pictureMoment = async (picture: Locator): Promise<LoopMoment | undefined> => {
  const brightness = await picture.evaluate(
    (shown: HTMLVideoElement | HTMLCanvasElement, { size, left, top, count }) => {
      const [width, height] =
        "videoWidth" in shown ? [shown.videoWidth, shown.videoHeight] : [shown.width, shown.height]
      const context = new OffscreenCanvas(width, height).getContext("2d", {
        willReadFrequently: true,
      })
      if (context === null) throw new Error("no canvas")
      context.drawImage(shown, 0, 0)
      const scale = width / 480
      return Array.from({ length: count }, (_, at) => {
        const x = (left + (at + 0.5) * size) * scale
        const { data } = context.getImageData(x, (top + size / 2) * scale, 1, 1)
        return ((data[0] ?? 0) + (data[1] ?? 0) + (data[2] ?? 0)) / 3
      })
    },
    SQUARE,
  )
  return readCode(brightness)
}
