/**
 * Answers made for one request, compressed on their way out: pages, and what is the same for everybody. The built
 * files and the pictures are compressed where they are made.
 *
 * Invariant: the length of what is sent tells no watcher of the network what is in a member's page. Each
 * compressed answer has a name of random length in its gzip header, which every browser reads over
 * ("Heal the BREACH", 2022); cookies are SameSite, so another site cannot ask for such a page unseen either.
 */
import { promisify } from "node:util"
import { crc32, deflateRaw } from "node:zlib"
import type { MiddlewareHandler } from "hono"
import type { IdsShape } from "../ids.ts"

/** A smaller answer gains nothing. */
const MIN_BYTES = 1_024
const MAX_PADDING = 100
const PADDING_BITS = 8 * MAX_PADDING

/** RFC 1952: deflate, a name follows, no moment, unknown system. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 255])

const deflated = promisify(deflateRaw)

/** `name` must be Latin-1 without a zero. */
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

/**
 * Pages, and answers that any cache may give anybody. An answer with an ETag is those very bytes and no
 * others.
 */
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
