import { readFileSync } from "node:fs"
import { it } from "@effect/vitest"
import { Effect, Fiber, Schema } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import { GatewayMetrics } from "./metrics.ts"

const measured = <A, E>(use: (metrics: GatewayMetrics["Service"]) => Effect.Effect<A, E>) =>
  Effect.flatMap(GatewayMetrics, use).pipe(Effect.provide(GatewayMetrics.layer))

const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8")

describe("the gateway's metrics", () => {
  it("all have a description for operators", () => {
    const source = textOf("metrics.ts")
    const [, levels = ""] = /const LEVELS[^{]*\{(.*?)\n\}/su.exec(source) ?? []
    const names = [
      ...source.matchAll(/"(foldcast_[a-z\d_]+)"/gu),
      ...[...levels.matchAll(/^ {2}(\w+):/gmu)].map(([, name]) => ["", `foldcast_${name}`]),
    ].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(15)
    const described = textOf("../../docs/operating.md")
    expect(names.filter((name) => !described.includes(`\`${name}\``))).toEqual([])
  })

  it.effect("count events by name and label, in Prometheus' text", () =>
    measured((metrics) =>
      Effect.gen(function* () {
        metrics.frameDecoded("member-socket", "updated-credits")
        metrics.frameDecoded("member-socket", "updated-credits")
        metrics.frameRefused("member-api", "GET /credits")
        metrics.eventsAppended(5)
        yield* metrics.clientFactsStored(3)
        yield* metrics.connectionOpened("sse")
        yield* metrics.connectionOpened("websocket")
        yield* metrics.connectionClosed("sse")
        yield* metrics.streamClosed(4008)
        yield* metrics.visitReset("evicted")
        yield* metrics.commandHandled("LogIn", "tooMany")
        yield* metrics.problemAnswered("foreignSite")
        yield* metrics.signalled("dropped", 4)
        const lines = (yield* metrics.scrape).split("\n")
        for (const line of [
          'foldcast_frames_total{source="member-socket",call="updated-credits",outcome="decoded"} 2',
          'foldcast_frames_total{source="member-api",call="GET /credits",outcome="refused"} 1',
          "foldcast_events_appended_total 5",
          "foldcast_client_facts_total 3",
          'foldcast_connections{transport="sse"} 0',
          'foldcast_connections{transport="websocket"} 1',
          'foldcast_stream_closes_total{code="4008"} 1',
          'foldcast_visit_resets_total{reason="evicted"} 1',
          'foldcast_commands_total{tag="LogIn",outcome="tooMany"} 1',
          'foldcast_problems_total{kind="foreignSite"} 1',
          'foldcast_signals_total{outcome="dropped"} 4',
          "# TYPE foldcast_frames_total counter",
        ]) {
          expect(lines).toContain(line)
        }
      }),
    ),
  )

  it.effect("time upstream calls by outcome, also cancelled ones", () =>
    measured((metrics) =>
      Effect.gen(function* () {
        const slow = Effect.as(Effect.sleep("30 millis"), { _tag: "Answered" as const })
        const answered = yield* Effect.forkChild(metrics.timeUpstreamCall("GET /credits", slow))
        const given = yield* Effect.forkChild(metrics.timeUpstreamCall("POST /login", Effect.never))
        yield* TestClock.adjust("30 millis")
        expect(yield* Fiber.join(answered)).toEqual({ _tag: "Answered" })
        yield* Fiber.interrupt(given)
        const text = yield* metrics.scrape
        const labels = 'call="GET /credits",outcome="Answered"'
        expect(text).toContain(`foldcast_upstream_call_seconds_bucket{${labels},le="0.025"} 0`)
        expect(text).toContain(`foldcast_upstream_call_seconds_bucket{${labels},le="0.05"} 1`)
        expect(text).toContain(`foldcast_upstream_call_seconds_sum{${labels}} 0.03`)
        expect(text).toContain('_count{call="POST /login",outcome="interrupted"} 1')
      }),
    ),
  )

  it.effect("count the log's commits by how long they took", () =>
    measured((metrics) =>
      Effect.gen(function* () {
        metrics.logCommitted(0.002)
        metrics.logCommitted(0.2)
        const text = yield* metrics.scrape
        expect(text).toContain("foldcast_log_commit_seconds_count 2")
        expect(text).toContain('foldcast_log_commit_seconds_bucket{le="0.0025"} 1')
      }),
    ),
  )

  it.effect("read a gauge anew at each scrape", () =>
    measured((metrics) =>
      Effect.gen(function* () {
        let queued = 1
        yield* metrics.watch("outbox_queued_bytes", () => queued)
        expect(yield* metrics.scrape).toContain("\nfoldcast_outbox_queued_bytes 1\n")
        queued = 2
        const text = yield* metrics.scrape
        expect(text).toContain("\nfoldcast_outbox_queued_bytes 2\n")
        expect(text).toMatch(/process_resident_memory_bytes \d+/u)
      }),
    ),
  )

  it.effect("of one gateway do not show in another's", () =>
    Effect.gen(function* () {
      yield* measured((metrics) => Effect.sync(() => metrics.eventsAppended(9)))
      const text = yield* measured((metrics) => metrics.scrape)
      expect(text).not.toContain("foldcast_events_appended_total")
    }),
  )

  it.effect.prop(
    "stay few whatever names the upstream sends",
    [Schema.Array(Schema.String)],
    ([names]) =>
      measured((metrics) =>
        Effect.gen(function* () {
          for (const name of names) {
            metrics.frameRefused(name, name)
            yield* metrics.timeUpstreamCall(name, Effect.succeed({ _tag: "Answered" }))
          }
          const series = (yield* metrics.scrape)
            .split("\n")
            .filter((line) => line.startsWith("foldcast_frames_total"))
          expect(series.length).toBeLessThanOrEqual(1)
        }),
      ),
  )
})
