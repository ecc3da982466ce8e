import { SseReader } from "../support/stream-reader.ts"
import { streamConformance } from "./stream.conformance.ts"

streamConformance("SSE", (options) => new SseReader(options))
