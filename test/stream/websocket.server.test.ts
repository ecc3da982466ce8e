import { WebSocketReader } from "../support/stream-reader.ts"
import { streamConformance } from "./stream.conformance.ts"

streamConformance("WebSocket", (options) => new WebSocketReader(options))
