/** Reading a gateway resource: the answer, what is told of it, and the one way in which it fails. */
import { describe, expect, it } from "vitest"
import type { ClientFact } from "@foldcast/contracts/client-facts/client-fact"
import {
  AnswerRefused,
  fetchJson,
  newQueryClient,
  type QueryPorts,
  type Resource,
} from "./queries.ts"
import { isJson, stringOf } from "./json.ts"

const named: Resource<string> = {
  path: "/api/brand",
  read: (body) => (isJson(body) ? stringOf(body["name"]) : null),
}

const answering = (status: number, body: string): QueryPorts => ({
  fetch: () => Promise.resolve(new Response(body, { status })),
  digest: (text) => Promise.resolve(`hash of ${text.length}`),
})

const ask = async (ports: QueryPorts, resource = named, signal = new AbortController().signal) => {
  const facts: Array<ClientFact> = []
  const ended = await fetchJson(resource, ports, signal, (fact) => facts.push(fact)).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  return { ...ended, facts }
}

describe("a gateway resource", () => {
  it("returns what was read, and tells the log which answer it was", async () => {
    const { facts, ...ended } = await ask(answering(200, '{"name":"Foldcast"}'))
    expect(ended).toEqual({ value: "Foldcast" })
    expect(facts).toEqual([
      { _tag: "AnswerApplied", key: "/api/brand", status: 200, hash: "hash of 19" },
    ])
  })

  it.each<readonly [string, Partial<QueryPorts>, Resource<string>]>([
    ["the digest", { digest: () => Promise.reject(new Error("no digest")) }, named],
    [
      "the reader",
      {},
      {
        ...named,
        read: () => {
          throw new TypeError("not a list")
        },
      },
    ],
  ])(
    "fails with an error that can be shown also where %s does",
    async (_what, broken, resource) => {
      const ports = { ...answering(200, '{"name":"Foldcast"}'), ...broken }
      const ended = await ask(ports, resource)
      expect(ended).toMatchObject({
        error: { _tag: "AnswerRefused", problem: { label: "request.failed" } },
      })
    },
  )

  it("keeps what was typed out of the log where the resource names a key, and its hash too", async () => {
    const resource = { ...named, path: "/api/x?username=robin", key: "/api/x" }
    const { facts } = await ask(answering(200, '{"name":"a"}'), resource)
    expect(facts).toEqual([{ _tag: "AnswerApplied", key: "/api/x", status: 200, hash: "" }])
  })

  it("fails with the problem that the gateway gave, and tells the log of that too", async () => {
    const body = '{"label":"request.unauthenticated","reference":"7K3M-QX9F","status":401}'
    const { error, facts } = (await ask(answering(401, body))) as {
      error: unknown
      facts: Array<ClientFact>
    }
    expect(error).toBeInstanceOf(AnswerRefused)
    expect(error).toMatchObject({
      problem: { status: 401, label: "request.unauthenticated", reference: "7K3M-QX9F" },
    })
    expect(facts).toMatchObject([{ status: 401 }])
  })

  it.each([
    ["what is no JSON", answering(200, "<html>"), "request.failed"],
    ["a body of another form", answering(200, '{"name":1}'), "request.failed"],
    ["a refusal without a label", answering(500, ""), "request.failed"],
    [
      "no answer",
      { ...answering(200, ""), fetch: () => Promise.reject(new TypeError("offline")) },
      "request.unanswered",
    ],
  ])("has for %s a label that has a text", async (_name, ports, label) => {
    expect(await ask(ports)).toMatchObject({ error: { problem: { label } } })
  })

  it("tells the log nothing of an answer that nobody waits for any more", async () => {
    const waiting = new AbortController()
    const ports = answering(200, '{"name":"a"}')
    const ended = ask(
      { ...ports, digest: (text) => (waiting.abort(), ports.digest(text)) },
      named,
      waiting.signal,
    )
    expect((await ended).facts).toEqual([])
  })

  it("is tried again where the gateway could not answer, and not where it refused", async () => {
    const retry = newQueryClient().getDefaultOptions().queries?.retry
    if (typeof retry !== "function") throw new Error("no rule for asking again")
    const of = (status: number) =>
      new AnswerRefused({ type: "", title: "", status, label: "x", reference: "" })
    expect([0, 503].map((status) => retry(0, of(status)))).toEqual([true, true])
    expect([401, 404, 200].map((status) => retry(0, of(status)))).toEqual([false, false, false])
    expect(retry(2, of(503))).toBe(false)
  })
})
