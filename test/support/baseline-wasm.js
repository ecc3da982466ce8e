/**
 * Preloaded into the processes of a world: WebAssembly is compiled once, fast, and never optimised. A world's embedded
 * database lives for seconds to minutes, less than the engine would spend on optimising it.
 */
import { setFlagsFromString } from "node:v8"

setFlagsFromString("--liftoff-only")
