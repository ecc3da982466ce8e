/**
 * Compresses answers that are made per request: pages and public JSON. Static files and pictures are compressed
 * elsewhere.
 *
 * Invariant: the compressed length reveals nothing about a member's page. Each compressed answer has a name of
 * random length in its gzip header, which every browser skips ("Heal the BREACH", 2022); cookies are SameSite, so
 * another site cannot request such a page either.
 */
import { promisify } from "node:util"
import { crc32, deflateRaw } from "node:zlib"
import type { MiddlewareHandler } from "hono"
import type { IdsShape } from "../ids.ts"

/** Compressing a smaller answer gains nothing. */
const MIN_BYTES = 1_024
const MAX_PADDING = 100
const PADDING_BITS = 8 * MAX_PADDING

/** RFC 1952: deflate, a name follows, no modification time, unknown system. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 255])

const deflated = promisify(deflateRaw)

/** `name` must be Latin-1 without NUL. */
export const gzipNamed = async (bytes: Uint8Array, name: string): Promise<Buffer<ArrayBuffer>> => {
  const body = await deflated(bytes)
  const tail = Buffer.alloc(8)
  tail.writeUInt32LE(crc32(bytes), 0)
  tail.writeUInt32LE(bytes.length, 4)
  return Buffer.concat([GZIP_HEAD, Buffer.from(`${name}\0`, "latin1"), body, tail])
}

/** Whether `Accept-Encoding` takes gzip and does not refuse it with `q=0`. */
export const acceptsGzip = (header: string | undefined): boolean =>
  (header ?? "").split(",").some((item) => {
    const [coding = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase())
    return coding === "gzip" && !parameters.some((parameter) => /^q=0(?:\.0*)?$/u.test(parameter))
  })

/** Pages, and JSON that any cache may store. An answer with an ETag must keep its exact bytes. */
const isWorthwhile = ({ headers, body }: Response): boolean => {
  if (body === null || headers.has("Content-Encoding") || headers.has("ETag")) return false
  const type = headers.get("Content-Type") ?? ""
  const isPublic = headers.get("Cache-Control")?.startsWith("public") === true
  return type.startsWith("text/html") || (type.startsWith("application/json") && isPublic)
}

const padding = (ids: Pick<IdsShape, "token">): string => {
  const random = ids.token(PADDING_BITS)
  return random.slice(0, random.charCodeAt(0) % MAX_PADDING)
}

export const compressed =
  (ids: Pick<IdsShape, "token">): MiddlewareHandler =>
  async (context, next) => {
    await next()
    const response = context.res
    if (!isWorthwhile(response)) return
    const headers = new Headers(response.headers)
    headers.append("Vary", "Accept-Encoding")
    const { status } = response
    const bytes = new Uint8Array(await response.arrayBuffer())
    const isSmaller =
      bytes.length >= MIN_BYTES && acceptsGzip(context.req.header("accept-encoding"))
    const body = isSmaller ? await gzipNamed(bytes, padding(ids)) : bytes
    if (isSmaller) headers.set("Content-Encoding", "gzip")
    headers.set("Content-Length", String(body.length))
    context.res = undefined
    context.res = new Response(body, { status, headers })
  }
