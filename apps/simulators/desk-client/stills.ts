/**
 * While the camera is published in free chat, sends a small JPEG of its preview every two seconds.
 *
 * A still names the stretch of free chat that the page knew before the still was taken; the service shows it in no
 * other stretch. Outside of free chat the page knows no stretch, and nothing is taken.
 */
import { dataOf, findElement, requireElement } from "./page.ts"
import { stillSize } from "./still-size.ts"

const EVERY_MS = 2_000
/** The first whose JPEG is small enough is sent. */
const QUALITIES = [0.6, 0.35, 0.15]

const canvas = document.createElement("canvas")

const jpegOf = (quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality))

const stillOf = async (video: HTMLVideoElement, maxBytes: number): Promise<Blob | null> => {
  const { width, height } = stillSize({ width: video.videoWidth, height: video.videoHeight })
  canvas.width = width
  canvas.height = height
  canvas.getContext("2d")?.drawImage(video, 0, 0, width, height)
  for (const quality of QUALITIES) {
    const jpeg = await jpegOf(quality)
    if (jpeg !== null && jpeg.size <= maxBytes) return jpeg
  }
  return null
}

const send = async (video: HTMLVideoElement): Promise<void> => {
  const stretch = findElement("stretch", HTMLDataElement)?.value ?? ""
  if (stretch === "" || video.videoWidth === 0) return
  const plain = String(requireElement("plain-stills", HTMLInputElement).checked)
  const body = await stillOf(video, Number(dataOf(video, "maxStillBytes")))
  if (body === null) return
  const query = new URLSearchParams({ stretch, plain }).toString()
  await fetch(`${location.pathname}/camera/still?${query}`, {
    method: "POST",
    headers: { "Content-Type": "image/jpeg" },
    body,
    signal: AbortSignal.timeout(EVERY_MS),
  })
}

/** `isPublished`: viewers are sent the camera's picture now. */
export const sendStills = (video: HTMLVideoElement, isPublished: () => boolean): void => {
  setInterval(() => {
    // One that does not arrive is followed by the next.
    if (isPublished()) void send(video).catch(() => undefined)
  }, EVERY_MS)
}
