/**
 * Reads the answer of a call that answers a picture; anything but a picture is read as of any other call.
 *
 * Invariant: what is answered is a JPEG within its size limit.
 */
import { boundedBytes } from "@foldcast/limits/bounded-bytes"
import { type AnswerReading, jsonAnswer } from "./http-transport.ts"

const JPEG = "image/jpeg"
const JPEG_START = Buffer.of(0xff, 0xd8, 0xff)

export const isJpeg = (bytes: Uint8Array): boolean =>
  JPEG_START.equals(bytes.subarray(0, JPEG_START.length))

const reading =
  (maxBytes: number): AnswerReading =>
  async (method, response) => {
    if (response.status !== 200) return jsonAnswer(method, response)
    const type = (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase()
    const bytes = type === JPEG ? await boundedBytes(response, maxBytes) : null
    if (bytes !== null && isJpeg(bytes)) {
      return { _tag: "Answered", body: bytes }
    }
    await response.body?.cancel().catch(() => {})
    return { _tag: "Unavailable" }
  }

/** How a transport asks for one. */
export const jpegAnswer = (maxBytes: number) => ({ accept: JPEG, readAnswer: reading(maxBytes) })
