/**
 * Stills of one colour, as a gateway answers them, and a check which one a canvas shows. For the screens' tests.
 */
import type { Locator } from "playwright-core"

/** 16 by 12 pixels; the tables before the two colours are the same. */
const still = (colour: string) =>
  Buffer.from(
    `/9j/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAMABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAA${colour}/9k=`,
    "base64",
  )

export const RED_STILL = still(
  "AX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABAb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCCAArn",
)
export const BLUE_STILL = still(
  "Ab/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABAb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCbAU4D",
)

export const drawnStill = (canvas: Locator): Promise<"red" | "blue" | "none"> =>
  canvas.evaluate((element: HTMLCanvasElement) => {
    const [red = 0, , blue = 0] =
      element.getContext("2d")?.getImageData(element.width >> 1, element.height >> 1, 1, 1).data ??
      []
    if (red === blue) return "none"
    return red > blue ? "red" : "blue"
  })
