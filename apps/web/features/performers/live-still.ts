/**
 * A performer's current still, drawn into a canvas. Each still is requested once and not cached; the drawn one
 * stays until the next one is complete. The script loads on first use.
 */
import { type StillResult, followStills } from "./follow-stills.ts"

const ANSWER_MS = 6_000

export interface LiveStill {
  readonly performerId: string
  /** True if the visit is in no-nude mode. */
  readonly noNude: boolean
  readonly canvas: HTMLCanvasElement
  /** Called with whether a still is shown. */
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

/** Shows stills until the returned function is called, which removes the shown one. */
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
    // A canvas outside the document is not visible either.
    isHidden: () => document.hidden || !canvas.isConnected,
  })
  return () => {
    end()
    shown(false)
  }
}
