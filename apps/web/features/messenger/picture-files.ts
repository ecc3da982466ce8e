/**
 * A picture on its way from a file or a camera to a JPEG: decoded as its camera held it, in a size that fits, and
 * written anew, so that nothing of the file but what is seen goes along. In the browser alone.
 */
import { MAX_ATTACHMENT_BYTES } from "@foldcast/contracts/private-message"
import type { ChosenPicture } from "./use-message-editor.ts"

/** Pixels of the longer side: more than any screen of a messenger shows. */
const LONGEST = 1_920
const QUALITY = 0.9
/** Source: MSG-58. */
const SNAPSHOT = { longer: 480, shorter: 360 }

export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const drawn = (
  source: CanvasImageSource,
  area: Area,
  { width, height }: { readonly width: number; readonly height: number },
): HTMLCanvasElement => {
  const canvas = document.createElement("canvas")
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  const { x, y, width: w, height: h } = area
  canvas.getContext("2d")?.drawImage(source, x, y, w, h, 0, 0, canvas.width, canvas.height)
  return canvas
}

const fitted = ({ width, height }: Pick<Area, "width" | "height">) => {
  const scale = Math.min(1, LONGEST / Math.max(width, height))
  return { width: width * scale, height: height * scale }
}

/** Null where the file is no picture that this browser reads. */
export const readPicture = async (file: Blob): Promise<HTMLCanvasElement | null> => {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" })
    const { width, height } = bitmap
    const canvas = drawn(bitmap, { x: 0, y: 0, width, height }, fitted(bitmap))
    bitmap.close()
    return canvas
  } catch {
    return null
  }
}

/** What the camera shows now: 480 by 360, swapped where the screen stands upright. */
export const takeSnapshot = (video: HTMLVideoElement): HTMLCanvasElement => {
  const { videoWidth, videoHeight } = video
  const isUpright = matchMedia("(orientation: portrait)").matches
  const { longer, shorter } = SNAPSHOT
  const [width, height] = isUpright ? [shorter, longer] : [longer, shorter]
  // The middle of the camera's picture, in the shape of the snapshot.
  const scale = Math.min(videoWidth / width, videoHeight / height)
  const area = { width: width * scale, height: height * scale }
  const x = (videoWidth - area.width) / 2
  const y = (videoHeight - area.height) / 2
  return drawn(video, { x, y, ...area }, { width, height })
}

const jpegOf = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => {
    canvas.toBlob(resolve, "image/jpeg", QUALITY)
  })

/** The part of the picture as it is sent; null where the browser cannot write it, or not so small. */
export const croppedPicture = async (
  picture: HTMLCanvasElement,
  area: Area,
): Promise<ChosenPicture | null> => {
  const canvas = drawn(picture, area, fitted(area))
  const jpeg = await jpegOf(canvas)
  if (jpeg === null || jpeg.size > MAX_ATTACHMENT_BYTES) return null
  return { jpeg, preview: canvas.toDataURL("image/jpeg", QUALITY) }
}

/** Whether the browser knows of a camera. Source: MSG-59. */
export const hasCamera = async (): Promise<boolean> => {
  if (!("mediaDevices" in navigator)) return false
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  return devices.some(({ kind }) => kind === "videoinput")
}
