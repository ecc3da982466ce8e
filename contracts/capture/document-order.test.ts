import { Arbitrary, Effect, Schema } from "effect"
import { expect, it } from "vitest"
import { documentOrder, type OrderedStep } from "./document-order.ts"

interface Fact {
  readonly n: number
  readonly after: number
  readonly at: number
}
type Connection = { readonly seq: number; readonly at: number }
type Event = { readonly seq: number }

const merged = (
  head: number,
  facts: ReadonlyArray<Fact>,
  connections: ReadonlyArray<Connection>,
) => {
  const order = documentOrder<Event, Fact, Connection>(facts, connections)
  const events = Array.from({ length: head }, (_, index) => ({ seq: index + 1 }))
  return [...events.flatMap((event) => order.event(event)), ...order.end()]
}

const name = (seen: OrderedStep<Event, Fact, Connection>): string => {
  if (seen.kind === "event") return `e${seen.event.seq}`
  return seen.kind === "fact" ? `f${seen.fact.n}` : `c${seen.connection.seq}`
}

it("each client fact is put after the event it followed, in the order of its number", () => {
  const facts = [
    { n: 3, after: 2, at: 30 },
    { n: 1, after: 0, at: 10 },
    { n: 2, after: 2, at: 20 },
    { n: 4, after: 9, at: 40 },
  ]
  expect(merged(3, facts, []).map(name)).toEqual(["f1", "e1", "e2", "f2", "f3", "e3", "f4"])
})

it("events of the connection are put among the facts of their position by their time", () => {
  const facts = [
    { n: 1, after: 1, at: 10 },
    { n: 2, after: 1, at: 30 },
  ]
  const connections = [
    { seq: 0, at: 5 },
    { seq: 1, at: 20 },
    { seq: 2, at: 25 },
  ]
  expect(merged(2, facts, connections).map(name)).toEqual([
    "c0",
    "e1",
    "f1",
    "c1",
    "f2",
    "e2",
    "c2",
  ])
})

it("the document's order loses nothing, repeats nothing and keeps every order it was given", async () => {
  const small = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 12 }))
  const world = Arbitrary.schema(
    Schema.Struct({
      head: small,
      afters: Schema.Array(small),
      connections: Schema.Array(Schema.Struct({ seq: small, at: small })),
    }),
  )
  const result = await Effect.runPromise(
    Arbitrary.checkEffect(
      world,
      ({ head, afters, connections }) => {
        const facts = afters
          .toSorted((a, b) => a - b)
          .map((after, index) => ({ n: index + 1, after, at: index }))
        const seen = merged(head, facts, connections)
        const seqs = seen.flatMap((each) => (each.kind === "event" ? [each.event.seq] : []))
        const ns = seen.flatMap((each) => (each.kind === "fact" ? [each.fact.n] : []))
        let position = 0
        const placed = seen.every((each) => {
          if (each.kind === "event") position = each.event.seq
          return each.kind !== "fact" || Math.min(each.fact.after, head) === position
        })
        return (
          placed &&
          seqs.join() === Array.from({ length: head }, (_, index) => index + 1).join() &&
          ns.join() === facts.map(({ n }) => n).join() &&
          seen.length === head + facts.length + connections.length
        )
      },
      { runs: 300, seed: "document-order" },
    ),
  )
  expect(Arbitrary.formatCheckFailure(result)).toBeUndefined()
})
