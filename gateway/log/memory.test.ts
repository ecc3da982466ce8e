import { Layer } from "effect"
import { Ids } from "../ids.ts"
import { eventLogConformance } from "./event-log.conformance.ts"
import { erasureConformance } from "./erasure.conformance.ts"
import { MemoryEventLog } from "./memory.ts"

eventLogConformance("memory", () => MemoryEventLog.layer.pipe(Layer.provide(Ids.layer)))
erasureConformance("memory", () => MemoryEventLog.layer.pipe(Layer.provide(Ids.layer)))
