/**
 * A performer's still of this moment, drawn into a canvas: each is asked for once and kept nowhere, and what was
 * drawn stays until the next one has come whole. Loaded with the first who wants one.
 */
import { type StillResult, followStills } from "./follow-stills.ts"

const ANSWER_MS = 6_000

export interface LiveStill {
  readonly performerId: string
  /** The visit is in no-nude mode. */
  readonly noNude: boolean
  readonly canvas: HTMLCanvasElement
  /** Whether one is shown. */
  readonly onShown?: (isShown: boolean) => void
}

const askStill = async (
  address: string,
  signal: AbortSignal,
): Promise<StillResult<ImageBitmap>> => {
  const limit = new AbortController()
  const end = () => {
    limit.abort()
  }
  const timer = setTimeout(end, ANSWER_MS)
  signal.addEventListener("abort", end)
  if (signal.aborted) end()
  try {
    const response = await fetch(address, { signal: limit.signal })
    if (response.status === 204) return { _tag: "Missing" }
    if (!response.ok) return { _tag: "Lost" }
    return { _tag: "Came", picture: await createImageBitmap(await response.blob()) }
  } catch {
    return { _tag: "Lost" }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener("abort", end)
  }
}

/** Shows them until it is told to end, which takes away what is shown. */
export const showStills = ({ performerId, noNude, canvas, onShown }: LiveStill): (() => void) => {
  const address = `/api/performers/${encodeURIComponent(performerId)}/still${noNude ? "?noNude=true" : ""}`
  const shown = (isShown: boolean) => {
    canvas.dataset["shown"] = String(isShown)
    onShown?.(isShown)
  }
  const end = followStills<ImageBitmap>({
    ask: (signal) => askStill(address, signal),
    show: (picture) => {
      if (picture !== null) {
        canvas.width = picture.width
        canvas.height = picture.height
        canvas.getContext("2d")?.drawImage(picture, 0, 0)
        picture.close()
      }
      shown(picture !== null)
    },
    // Nobody looks at what is no part of the page any more either.
    isHidden: () => document.hidden || !canvas.isConnected,
  })
  return () => {
    end()
    shown(false)
  }
}
