/**
 * The contender of the site's pages: the same markup without script or data, served by a plain server with the same
 * styles, fonts and pictures, the same compression and the same caching. It fetches everything from the site once
 * and caches it.
 */
import { createServer, type IncomingMessage, request as ask, type Server } from "node:http"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { promisify } from "node:util"
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from "node:zlib"

const COPIED_HEADERS = [
  "cache-control",
  "content-encoding",
  "content-type",
  "etag",
  "vary",
] as const

interface Kept {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

interface Coding {
  readonly read: (body: Buffer) => Promise<Buffer>
  readonly write: (body: Buffer) => Promise<Buffer>
}

/** The same quality as the site's static files; a plain server would also compress its pages once. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
const asItIs = (body: Buffer) => Promise.resolve(body)
const CODINGS: Readonly<Record<string, Coding>> = {
  "": { read: asItIs, write: asItIs },
  br: {
    read: promisify(brotliDecompress),
    write: (body) => promisify(brotliCompress)(body, QUALITY),
  },
  gzip: { read: promisify(gunzip), write: (body) => promisify(gzip)(body) },
}

/** Removes scripts and the data in them. */
export const withoutScript = (html: string): string =>
  html.replaceAll(/<script\b[\s\S]*?<\/script>/gu, "")

const bytesOf = async (response: IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const original = async (url: URL, accept: string): Promise<Kept> => {
  const sent = ask(url, { headers: { accept, "accept-encoding": "gzip, deflate, br" } })
  sent.end()
  const [response] = (await once(sent, "response")) as [IncomingMessage]
  const headers = Object.fromEntries(
    COPIED_HEADERS.flatMap((name) => {
      const value = response.headers[name]
      return typeof value === "string" ? [[name, value]] : []
    }),
  )
  return { status: response.statusCode ?? 500, headers, body: await bytesOf(response) }
}

const copied = async (kept: Kept): Promise<Kept> => {
  if (!(kept.headers["content-type"] ?? "").startsWith("text/html")) return kept
  const coding = CODINGS[kept.headers["content-encoding"] ?? ""]
  if (coding === undefined) throw new Error("the page is in a coding that the copy cannot read")
  const html = (await coding.read(kept.body)).toString("utf8")
  return { ...kept, body: await coding.write(Buffer.from(withoutScript(html))) }
}

export interface StaticCopy {
  readonly origin: string
  readonly close: () => Promise<void>
}

const closed = async (server: Server): Promise<void> => {
  server.closeAllConnections()
  server.close()
  await once(server, "close")
}

export const serveStaticCopy = async (site: string): Promise<StaticCopy> => {
  const kept = new Map<string, Promise<Kept>>()
  const server = createServer((request, response) => {
    const path = request.url ?? "/"
    const accept = request.headers.accept ?? "*/*"
    const found = kept.get(path) ?? original(new URL(path, site), accept).then(copied)
    kept.set(path, found)
    void found.then(
      ({ status, headers, body }) =>
        response.writeHead(status, { ...headers, "content-length": body.length }).end(body),
      () => response.destroy(),
    )
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => closed(server),
  }
}
