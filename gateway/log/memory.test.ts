import { Layer } from "effect"
import { Ids } from "../ids.ts"
import { MemoryVisitStorage } from "./memory.ts"
import { visitIndexConformance } from "./conformance/visit-index.conformance.ts"
import { visitLogConformance } from "./conformance/visit-log.conformance.ts"

const layer = () => MemoryVisitStorage.layer.pipe(Layer.provide(Ids.layer))

visitLogConformance("memory", layer)
visitIndexConformance("memory", layer)
