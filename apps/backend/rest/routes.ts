/**
 * The routes of one resource: the Hono app of its calls, which server/app.ts mounts. Reads the request for them:
 * parameters, headers, and a JSON body.
 */
import { getConnInfo } from "@hono/node-server/conninfo"
import { Effect } from "effect"
import { type Context, Hono } from "hono"
import { parseJson } from "@foldcast/contracts/upstream/parse-json"
import { badRequest, Refused } from "../http/refused.ts"
import { type IncomingCall, responding } from "./call.ts"

export type RunCallIn<R> = (call: Effect.Effect<Response, never, R>) => Promise<Response>

/** `run` runs its calls with what they need of the rest of the backend. */
export type Routes<R> = (run: RunCallIn<R>) => Hono

type Method = "GET" | "POST" | "PUT" | "DELETE"
type Calls = Readonly<
  Record<
    `${Method} /${string}`,
    (incoming: IncomingCall) => Effect.Effect<Response, never, unknown>
  >
>

export const refusedCall = (refusal: Refused) => responding(Effect.fail(refusal))

/** The one character that no text in the database can hold. */
const NUL = "\u0000"

const withoutNul = (key: string, value: unknown): unknown => {
  if (key.includes(NUL) || (typeof value === "string" && value.includes(NUL)))
    throw new Error("NUL")
  return value
}

const parsed = (bytes: Uint8Array): unknown => {
  if (bytes.length === 0) return null
  const read = parseJson(bytes, withoutNul)
  return read._tag === "Value" ? read.value : undefined
}

export const bytesOf = async ({ req }: Context) => new Uint8Array(await req.arrayBuffer())

const namesNul = ({ req }: Context) => req.url.includes("%00")

const isEmpty = ({ req }: Context) =>
  req.header("transfer-encoding") === undefined && (req.header("content-length") ?? "0") === "0"

/** A call without a body needs no content type. */
const isJson = (context: Context) => {
  const type = context.req.header("content-type")
  return type === undefined
    ? isEmpty(context)
    : /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/iu.test(type)
}

const incomingOf = async (context: Context): Promise<IncomingCall> => ({
  headers: context.req.raw.headers,
  query: new URL(context.req.url).searchParams,
  id: context.req.param("id") ?? "",
  albumId: context.req.param("albumId") ?? "",
  peer: getConnInfo(context).remote.address ?? "",
  json: context.req.method === "GET" ? null : parsed(await bytesOf(context)),
})

/** `calls`: by method and path, such as `POST /wallet/:id`. */
export const routesOf =
  <const C extends Calls>(
    calls: C,
  ): Routes<Effect.Services<ReturnType<C[keyof C & keyof Calls]>>> =>
  (run) => {
    const app = new Hono()
    for (const [route, call] of Object.entries<Calls[keyof Calls]>(calls)) {
      const [method = "", path = ""] = route.split(" ")
      app.on(method, path, async (context) => {
        if (namesNul(context)) return run(refusedCall(badRequest("parameter")))
        // What the calls need stands in the type of this function.
        return method === "GET" || isJson(context)
          ? run(call(await incomingOf(context)) as Effect.Effect<Response>)
          : run(refusedCall(new Refused({ status: 415, label: "unsupportedMediaType" })))
      })
    }
    return app
  }
