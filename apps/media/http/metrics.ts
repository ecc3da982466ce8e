/** The engine's counters as text for Prometheus. They name no path and no id. Pure. */
import type { EngineCounts } from "../engine/media-engine.ts"

export interface MediaCounts extends EngineCounts {
  readonly droppedEvents: number
  readonly unhandledErrors: number
  /** 1 where the hooks refuse the engine's key, else 0. */
  readonly keyRefused: number
}

type Row = readonly [key: keyof MediaCounts, name: string, type: "counter" | "gauge", help: string]

const ROWS: ReadonlyArray<Row> = [
  ["publishers", "foldcast_media_publishers", "gauge", "Publishers now"],
  ["viewers", "foldcast_media_viewers", "gauge", "Viewers now"],
  [
    "bytesReceived",
    "foldcast_media_received_bytes_total",
    "counter",
    "Bytes of publishers and RTCP",
  ],
  ["bytesSent", "foldcast_media_sent_bytes_total", "counter", "Bytes to viewers and RTCP"],
  [
    "keyRefused",
    "foldcast_media_hook_key_refused",
    "gauge",
    "1 where the hooks do not know MEDIA_AUTH_KEY",
  ],
  ["droppedEvents", "foldcast_media_dropped_events_total", "counter", "Events that nobody took"],
  [
    "droppedDatagrams",
    "foldcast_media_dropped_datagrams_total",
    "counter",
    "Datagrams and TCP frames that were not read: of strangers, or beyond what a session may send",
  ],
  [
    "floods",
    "foldcast_media_floods_total",
    "counter",
    "Sessions that were ended because they went on sending more than they may",
  ],
  [
    "unhandledErrors",
    "foldcast_media_unhandled_errors_total",
    "counter",
    "Errors that nobody handled; where one was a session's, that session ended by it",
  ],
]

export const metricsText = (counts: MediaCounts): string =>
  ROWS.map(
    ([key, name, type, help]) =>
      `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${counts[key]}\n`,
  ).join("")
