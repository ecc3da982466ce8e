/**
 * Effect's metrics in a registry per gateway, so that several gateways in one process do not mix. A series is
 * created once per set of labels.
 */
import { Context, Metric } from "effect"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"

export type MetricLabels = Readonly<Record<string, string>>

/** Seconds: from a memory write to an upstream call near its timeout. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

export class GatewayRegistry {
  readonly #registry = Context.make(Metric.MetricRegistry, new Map())

  /** A counter; the result adds to the series with these labels. */
  counter(id: string, description: string) {
    const series = seriesOf((attributes) =>
      Metric.counter(id, { description, attributes, incremental: true }),
    )
    return (count: number, labels: MetricLabels = {}): void =>
      series(labels).updateUnsafe(count, this.#registry)
  }

  /** A gauge; the result changes the series with these labels by a number. */
  gauge(id: string, description: string) {
    const series = seriesOf((attributes) => Metric.gauge(id, { description, attributes }))
    return (change: number, labels: MetricLabels): void =>
      series(labels).modifyUnsafe(change, this.#registry)
  }

  /** A histogram; the result records a duration in seconds. */
  histogram(id: string, description: string) {
    const series = seriesOf((attributes) =>
      Metric.histogram(id, { description, attributes, boundaries: SECONDS }),
    )
    return (seconds: number, labels: MetricLabels = {}): void =>
      series(labels).updateUnsafe(seconds, this.#registry)
  }

  /** A gauge that is read at every scrape. */
  watch(id: string, description: string, read: () => number): void {
    const gauge = Metric.gauge(id, { description })
    gauge.updateUnsafe(0, this.#registry)
    Metric.registerUnsafe(gauge, this.#registry, {
      get: () => ({ value: read() }),
      update: () => undefined,
      modify: () => undefined,
    })
  }

  format(): string {
    return PrometheusMetrics.formatUnsafe(this.#registry)
  }
}

const seriesOf = <Input, State>(
  make: (attributes: MetricLabels) => Metric.Metric<Input, State>,
) => {
  const series = new Map<string, Metric.Metric<Input, State>>()
  return (labels: MetricLabels): Metric.Metric<Input, State> => {
    let key = ""
    for (const name in labels) key += `${labels[name]}\n`
    const known = series.get(key)
    if (known !== undefined) return known
    const made = make(labels)
    series.set(key, made)
    return made
  }
}
