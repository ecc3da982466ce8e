/**
 * Brings a picture to the gateway, which keeps it for ten minutes: the message names it by its id. With progress, which
 * `fetch` does not tell of what it sends.
 */
import { MAX_ATTACHMENT_BYTES } from "@foldcast/contracts/private-message"
import { isJson, jsonOrNull, stringOf } from "../../runtime/json.ts"

export type UploadEnd =
  | { readonly _tag: "Brought"; readonly attachmentId: string }
  | { readonly _tag: "Stopped" }
  /** The gateway's label; null where nothing answered. */
  | { readonly _tag: "Failed"; readonly label: string | null }

export interface Upload {
  readonly end: Promise<UploadEnd>
  readonly stop: () => void
}

const endOf = (status: number, text: string): UploadEnd => {
  const body = jsonOrNull(text)
  const attachmentId = isJson(body) ? stringOf(body["attachment"]) : null
  if (status === 200 && attachmentId !== null) return { _tag: "Brought", attachmentId }
  return { _tag: "Failed", label: isJson(body) ? stringOf(body["label"]) : null }
}

/** `told`: the share that was sent, from 0 to 1. */
export const uploadAttachment = (jpeg: Blob, told: (share: number) => void): Upload => {
  const request = new XMLHttpRequest()
  const end = new Promise<UploadEnd>((resolve) => {
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      if (total > 0) told(loaded / total)
    })
    request.addEventListener("load", () => {
      resolve(endOf(request.status, request.responseText))
    })
    request.addEventListener("error", () => {
      resolve({ _tag: "Failed", label: null })
    })
    request.addEventListener("abort", () => {
      resolve({ _tag: "Stopped" })
    })
  })
  request.open("POST", "/api/attachments")
  request.setRequestHeader("Content-Type", "image/jpeg")
  request.setRequestHeader("X-Foldcast", "1")
  request.send(jpeg)
  return {
    end,
    stop: () => {
      request.abort()
    },
  }
}

const JPEG_NAME = /\.jpe?g$/iu

/** Why a file cannot be a message's picture, before anything is sent (MSG-56, MSG-57); null: it may be one. */
export const pictureFault = (
  file: Pick<File, "name" | "type" | "size">,
): "type" | "size" | null => {
  const isNamed = file.name === "" || JPEG_NAME.test(file.name)
  if (!isNamed || (file.type !== "image/jpeg" && file.type !== "")) return "type"
  return file.size > MAX_ATTACHMENT_BYTES ? "size" : null
}
