/**
 * The order in which a document saw its events and facts (law L4; docs/protocol.md, "Client facts"): event `s`,
 * then the client facts with `after = s` by `n`, then event `s + 1`. Connection notes are placed by their time
 * among the facts of their position. Pure.
 */
interface Fact {
  readonly n: number
  readonly after: number
  readonly at: number
}
interface Connection {
  readonly seq: number
  readonly at: number
}

export type OrderedStep<Event, F, C> =
  | { readonly kind: "event"; readonly event: Event }
  | { readonly kind: "fact"; readonly fact: F }
  | { readonly kind: "connection"; readonly connection: C }

export interface DocumentOrder<Event, F, C> {
  /** The steps before this event, then the event. Events must be given in the order of their `seq`. */
  readonly event: (event: Event) => ReadonlyArray<OrderedStep<Event, F, C>>
  /** The steps after the last event. */
  readonly end: () => ReadonlyArray<OrderedStep<Event, F, C>>
}

export const documentOrder = <
  Event extends { readonly seq: number },
  F extends Fact,
  C extends Connection,
>(
  facts: ReadonlyArray<F>,
  connections: ReadonlyArray<C>,
): DocumentOrder<Event, F, C> => {
  const waitingFacts = facts.toSorted((a, b) => a.after - b.after || a.n - b.n)
  const waitingConnections = connections.toSorted((a, b) => a.seq - b.seq || a.at - b.at)
  let nextFact = 0
  let nextConnection = 0

  /** Whether the next connection note comes before the next fact. */
  const connectionFirst = (connection: C, fact: F | undefined) =>
    fact === undefined ||
    connection.seq < fact.after ||
    (connection.seq === fact.after && connection.at <= fact.at)

  const before = (seq: number): Array<OrderedStep<Event, F, C>> => {
    const seen: Array<OrderedStep<Event, F, C>> = []
    while (true) {
      const fact = waitingFacts[nextFact]
      const connection = waitingConnections[nextConnection]
      const factDue = fact !== undefined && fact.after < seq
      const connectionDue = connection !== undefined && connection.seq < seq
      if (connectionDue && connectionFirst(connection, factDue ? fact : undefined)) {
        seen.push({ kind: "connection", connection })
        nextConnection += 1
      } else if (factDue) {
        seen.push({ kind: "fact", fact })
        nextFact += 1
      } else return seen
    }
  }

  return {
    event: (event) => [...before(event.seq), { kind: "event", event }],
    end: () => before(Number.POSITIVE_INFINITY),
  }
}
