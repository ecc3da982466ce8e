/**
 * Serves the built site's files. They are listed once, when the gateway starts; a request is looked up in that
 * list, so no path can name anything else. Files under `/assets/` have a hash in their name and are cached for
 * ever; the others are revalidated.
 *
 * A file is compressed at its first use, and the result is kept.
 */
import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { extname, join, relative, sep } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants } from "node:zlib"
import { Data, Effect } from "effect"
import { PLAIN_DOCUMENT_POLICY } from "./security-headers.ts"

const TYPES: Readonly<Record<string, string>> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
}
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|manifest\+json|wasm)|image\/svg\+xml)/u
/** Compressing a smaller file gains nothing. */
const MIN_COMPRESSED_BYTES = 1_024
const BROTLI_QUALITY = 9

/** The site was not built: the process reports it and ends. */
export class StaticFilesMissing extends Data.TaggedError("StaticFilesMissing")<{
  readonly folder: string
}> {
  override get message() {
    return `there is no built site in ${this.folder}; run npm run build first`
  }
}

interface StaticFile {
  readonly bytes: Buffer<ArrayBuffer>
  readonly type: string
  readonly etag: string
  readonly cacheControl: string
  /** A stricter policy than the pages', for a file that is itself a document. */
  readonly policy: string | null
  brotli: Promise<Buffer<ArrayBuffer>> | undefined
}

export interface StaticFiles {
  readonly has: (path: string) => boolean
  /** Undefined where no file has this path, or where the method is neither GET nor HEAD. */
  readonly respond: (request: Request) => Promise<Response | undefined>
}

const compress = promisify(brotliCompress)
const brotliOf = async (bytes: Uint8Array): Promise<Buffer<ArrayBuffer>> =>
  compress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })

/** Whether `Accept-Encoding` takes brotli and does not refuse it with `q=0`. */
export const acceptsBrotli = (header: string | null): boolean =>
  (header ?? "").split(",").some((item) => {
    const [coding = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase())
    return coding === "br" && !parameters.some((parameter) => /^q=0(?:\.0*)?$/u.test(parameter))
  })

/** The page that the service worker keeps for offline use. */
const OFFLINE_PAGE = "/offline.html"
const SERVICE_WORKER = "/sw.js"

/** Dotfiles (the build's own manifest) and other HTML pages are not served. */
const isServed = (path: string) =>
  path === OFFLINE_PAGE ||
  (extname(path) in TYPES && !path.split("/").some((part) => part.startsWith(".")))

const INLINE_SCRIPT = /<script>(?<text>.*?)<\/script>/gsu

/** Allows a document's own inline scripts by their hashes, and requests to this site only. */
const policyOf = (html: string): string => {
  const hashes = [...html.matchAll(INLINE_SCRIPT)].map(({ groups }) =>
    createHash("sha256")
      .update(groups?.["text"] ?? "")
      .digest("base64"),
  )
  if (hashes.length === 0) return PLAIN_DOCUMENT_POLICY
  const sources = hashes.map((hash) => `'sha256-${hash}'`).join(" ")
  return `${PLAIN_DOCUMENT_POLICY}; script-src ${sources}; connect-src 'self'`
}

const cacheControlOf = (path: string): string => {
  if (path.startsWith("/assets/")) return "public, max-age=31536000, immutable"
  return path === SERVICE_WORKER ? "no-cache" : "public, max-age=0, must-revalidate"
}

const readFiles = async (folder: string): Promise<ReadonlyMap<string, StaticFile>> => {
  const files = new Map<string, StaticFile>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const path = `/${relative(folder, file).split(sep).join("/")}`
    if (!isServed(path)) continue
    const bytes = await readFile(file)
    files.set(path, {
      bytes,
      type: path === OFFLINE_PAGE ? "text/html; charset=utf-8" : (TYPES[extname(path)] ?? ""),
      etag: createHash("sha256").update(bytes).digest("base64url").slice(0, 22),
      cacheControl: cacheControlOf(path),
      policy: path === OFFLINE_PAGE ? policyOf(bytes.toString()) : null,
      brotli: undefined,
    })
  }
  return files
}

const respondWith = async (file: StaticFile, request: Request): Promise<Response> => {
  const compressible = COMPRESSIBLE.test(file.type) && file.bytes.length >= MIN_COMPRESSED_BYTES
  const brotli = compressible && acceptsBrotli(request.headers.get("accept-encoding"))
  const etag = `"${file.etag}${brotli ? "-br" : ""}"`
  const headers = new Headers({
    "Content-Type": file.type,
    "Cache-Control": file.cacheControl,
    ETag: etag,
    ...(file.policy === null ? {} : { "Content-Security-Policy": file.policy }),
    ...(compressible ? { Vary: "Accept-Encoding" } : {}),
  })
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((tag) => tag.trim())
  if (known.includes(etag) || known.includes("*"))
    return new Response(null, { status: 304, headers })
  const body = brotli ? await (file.brotli ??= brotliOf(file.bytes)) : file.bytes
  if (brotli) headers.set("Content-Encoding", "br")
  headers.set("Content-Length", String(body.length))
  return new Response(request.method === "HEAD" ? null : body, { headers })
}

export const loadStaticFiles = (folder: string): Effect.Effect<StaticFiles, StaticFilesMissing> =>
  Effect.map(
    Effect.tryPromise({
      try: () => readFiles(folder),
      catch: () => new StaticFilesMissing({ folder }),
    }),
    (files) => ({
      has: (path) => files.has(path),
      respond: async (request) => {
        if (request.method !== "GET" && request.method !== "HEAD") return undefined
        const file = files.get(URL.parse(request.url)?.pathname ?? "")
        return file === undefined ? undefined : respondWith(file, request)
      },
    }),
  )
