/**
 * docs/reference/openapi.json and asyncapi.json: the gateway's browser-facing interface, generated from the
 * schemas that decode it. Pure.
 */
import { Schema } from "effect"
import { CommandRequest, MAX_COMMAND_BYTES } from "../../contracts/commands/command.ts"
import { Admitted, FactsStored, Problem } from "../../contracts/commands/problem.ts"
import { MAX_ATTACHMENT_BYTES } from "../../contracts/private-message.ts"
import { PROTOCOL } from "../../contracts/protocol-version.ts"
import { Envelope } from "../../contracts/stream/envelope.ts"
import {
  BrowserFrame,
  CLOSE,
  Facts,
  GatewayFrame,
  SUBPROTOCOL,
} from "../../contracts/stream/frames.ts"
import { QUERY_SCHEMAS, queryPaths } from "./query-paths.ts"

type Json = unknown

const SCHEMAS = {
  CommandRequest,
  Admitted,
  Problem,
  Facts,
  FactsStored,
  GatewayFrame,
  BrowserFrame,
  Envelope,
  ...QUERY_SCHEMAS,
} as const

/** References point into the components of either description. */
const relocated = (value: Json, prefix: string): Json => {
  if (Array.isArray(value)) return value.map((item: Json) => relocated(item, prefix))
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]: [string, Json]) => [
      key,
      key === "$ref" && typeof member === "string"
        ? member.replace("#/$defs/", `#/components/schemas/${prefix}`)
        : relocated(member, prefix),
    ]),
  )
}

/** Each schema adds its definitions under its own prefix. */
const components = (names: ReadonlyArray<keyof typeof SCHEMAS>): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    names.flatMap((name): ReadonlyArray<[string, Json]> => {
      const { schema, definitions } = Schema.toJsonSchemaDocument(SCHEMAS[name])
      const prefix = `${name}.`
      return [
        [name, relocated(schema, prefix)],
        ...Object.entries(definitions).map(([inner, definition]): [string, Json] => [
          prefix + inner,
          relocated(definition, prefix),
        ]),
      ]
    }),
  )

const ref = (name: keyof typeof SCHEMAS) => ({ $ref: `#/components/schemas/${name}` })
const json = (name: keyof typeof SCHEMAS) => ({ "application/json": { schema: ref(name) } })
const problem = (description: string) => ({
  description,
  content: { "application/problem+json": { schema: ref("Problem") } },
})
const text = (value: Json) => `${JSON.stringify(value, null, 2)}\n`
const version = `${PROTOCOL.max}.0.0`

const OWN_HEADER = {
  name: "X-Foldcast",
  in: "header",
  required: true,
  schema: { type: "string", enum: ["1"] },
}

const named = (name: string, place: "path" | "query") => ({
  name,
  in: place,
  required: true,
  schema: { type: "string" },
})

const sdp = { "application/sdp": { schema: { type: "string" } } }

interface OfferedKind {
  readonly offers: string
  readonly ends: string
  readonly operations: readonly [open: string, end: string]
  readonly summaries: readonly [open: string, end: string]
  readonly none: string
}

const offeredPaths = ({ offers, ends, operations, summaries, none }: OfferedKind) => ({
  [`/api/rooms/{performerId}/${offers}`]: {
    post: {
      operationId: operations[0],
      summary: summaries[0],
      description:
        "An offer of at most 64 KiB, with all its candidates. Needs the site's own Origin.",
      parameters: [OWN_HEADER, named("performerId", "path"), named("visit", "query")],
      requestBody: { required: true, content: sdp },
      responses: {
        "201": {
          description: "The media engine's answer.",
          headers: {
            Location: {
              description: "What ends it.",
              schema: { type: "string", format: "uri-reference" },
            },
            Link: { description: "ICE servers.", schema: { type: "string" } },
          },
          content: sdp,
        },
        "400": problem("No offer."),
        "401": problem("No session."),
        "403": problem("From a foreign site."),
        "404": problem(`The visit is not the sender's, or not in that room; ${none}.`),
        "406": problem("The browser has no form in common with the picture."),
        "413": problem("Too large."),
        "415": problem("No session description."),
        "429": problem("Too often; Retry-After says when."),
        "503": problem("Nobody answers, or there is no room; Retry-After says when."),
      },
    },
  },
  [`/api/${ends}/{id}`]: {
    delete: {
      operationId: operations[1],
      summary: summaries[1],
      parameters: [OWN_HEADER, named("id", "path")],
      responses: {
        "204": { description: "It is over, or never was the sender's." },
        "401": problem("No session."),
        "403": problem("From a foreign site."),
        "429": problem("Too often; Retry-After says when."),
      },
    },
  },
})

const WATCHING_PATHS = offeredPaths({
  offers: "watch",
  ends: "watching",
  operations: ["watch", "endWatching"],
  summaries: ["Watch the room that the visit is in, by WHEP.", "End what plays."],
  none: "nothing to see now",
})
const STILL_PATHS = {
  "/api/performers/{performerId}/still": {
    get: {
      operationId: "still",
      summary: "A small JPEG of the free picture of now.",
      description: "The same for everybody, kept by nobody. With noNude=true only a marked one.",
      parameters: [named("performerId", "path"), { ...named("noNude", "query"), required: false }],
      responses: {
        "200": {
          description: "The still.",
          content: { "image/jpeg": { schema: { type: "string", format: "binary" } } },
        },
        "403": problem("From a foreign site."),
        "204": { description: "There is none now." },
        "404": problem("No performer has such an id."),
        "429": problem("Too often; Retry-After says when."),
        "503": problem("Nobody can say now; Retry-After says when."),
      },
    },
  },
}
const ATTACHMENT_PATHS = {
  "/api/attachments": {
    post: {
      operationId: "bringAttachment",
      summary: "Bring the picture of a private message, which a command names afterwards.",
      description: `At most ${MAX_ATTACHMENT_BYTES} bytes, kept for ten minutes. Needs the site's own Origin.`,
      parameters: [OWN_HEADER],
      requestBody: {
        required: true,
        content: { "image/jpeg": { schema: { type: "string", format: "binary" } } },
      },
      responses: {
        "200": {
          description: "Its id, for the same browser's command.",
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["attachment"],
                properties: { attachment: { type: "string" } },
              },
            },
          },
        },
        "401": problem("Nobody is logged in."),
        "403": problem("From a foreign site."),
        "413": problem("Too large."),
        "415": problem("No JPEG."),
        "429": problem("Too often, or too many on their way."),
        "503": problem("Nobody could say."),
      },
    },
  },
  "/api/attachments/{id}": {
    get: {
      operationId: "attachment",
      summary: "The picture of a private message, as a JPEG.",
      description:
        "For the member of its conversation alone, or for who brought it and has not sent it; kept by nobody.",
      parameters: [named("id", "path")],
      responses: {
        "200": {
          description: "The picture.",
          content: { "image/jpeg": { schema: { type: "string", format: "binary" } } },
        },
        "401": problem("Nobody is logged in."),
        "403": problem("From a foreign site."),
        "404": problem("There is no such picture, or it is another's."),
        "429": problem("Too often; Retry-After says when."),
        "503": problem("Nobody could say."),
      },
    },
  },
}
const CAM_BACK_PATHS = offeredPaths({
  offers: "cam-back",
  ends: "cam-backs",
  operations: ["showCamera", "endCamera"],
  summaries: [
    "Show the performer the visitor's own camera, by WHIP, once cam-back has begun.",
    "End the camera.",
  ],
  none: "no camera to show now",
})

export const openApi = (): string =>
  text({
    openapi: "3.1.0",
    info: { title: "Foldcast gateway", version },
    paths: {
      "/api/commands": {
        post: {
          operationId: "command",
          summary: "Send a command. 202 also when the upstream refused: the refusal is a fact.",
          description: `At most ${MAX_COMMAND_BYTES} bytes. Needs the site's own Origin.`,
          parameters: [OWN_HEADER],
          requestBody: { required: true, content: json("CommandRequest") },
          responses: {
            "202": {
              description: "Admitted: the outcome is at or before `seq`.",
              content: json("Admitted"),
            },
            "400": problem("Malformed."),
            "403": problem("From a foreign site."),
            "404": problem("The visit is unknown or not the sender's."),
            "409": problem("The same command is still running."),
            "413": problem("Too large."),
            "415": problem("No JSON."),
            "422": problem("The same id with another body."),
            "429": problem("Too often; Retry-After says when."),
          },
        },
      },
      "/api/facts": {
        post: {
          operationId: "facts",
          summary: "Store client facts, for browsers whose stream is SSE.",
          requestBody: { required: true, content: json("Facts") },
          responses: {
            "200": { description: "Durable up to `n`.", content: json("FactsStored") },
            "400": problem("Malformed."),
            "403": problem("From a foreign site."),
            "404": problem("The visit is unknown or not the sender's."),
          },
        },
      },
      ...WATCHING_PATHS,
      ...CAM_BACK_PATHS,
      ...STILL_PATHS,
      ...ATTACHMENT_PATHS,
      ...queryPaths(json, problem),
    },
    components: {
      schemas: components([
        "CommandRequest",
        "Admitted",
        "Problem",
        "Facts",
        "FactsStored",
        ...(Object.keys(QUERY_SCHEMAS) as ReadonlyArray<keyof typeof QUERY_SCHEMAS>),
      ]),
    },
  })

export const asyncApi = (): string =>
  text({
    asyncapi: "3.0.0",
    info: { title: "Foldcast stream", version },
    defaultContentType: "application/json",
    channels: {
      stream: {
        address: "/api/stream",
        description: `A WebSocket with the subprotocol ${SUBPROTOCOL}, or server-sent events.`,
        "x-close-codes": Object.fromEntries(
          Object.entries(CLOSE).map(([name, code]) => [String(code), name]),
        ),
        messages: {
          GatewayFrame: { $ref: "#/components/messages/GatewayFrame" },
          BrowserFrame: { $ref: "#/components/messages/BrowserFrame" },
        },
      },
    },
    operations: {
      receive: {
        action: "receive",
        channel: { $ref: "#/channels/stream" },
        messages: [{ $ref: "#/channels/stream/messages/GatewayFrame" }],
      },
      send: {
        action: "send",
        channel: { $ref: "#/channels/stream" },
        messages: [{ $ref: "#/channels/stream/messages/BrowserFrame" }],
      },
    },
    components: {
      messages: {
        GatewayFrame: {
          summary: "Events are envelopes; their facts are in the schema Envelope.",
          payload: ref("GatewayFrame"),
        },
        BrowserFrame: { payload: ref("BrowserFrame") },
      },
      schemas: components(["GatewayFrame", "BrowserFrame", "Envelope"]),
    },
  })
