/** `npm run build`: the texts, the site, the packed processes, the desk's script. */
import { buildAll } from "./suite/fresh-builds.ts"

const started = performance.now()
await buildAll(process.cwd())
const seconds = ((performance.now() - started) / 1_000).toFixed(1)
console.log(`built apps/web, gateway, apps/backend and apps/simulators in ${seconds} s`)
