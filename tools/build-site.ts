/** `npm run build`: the texts and the site. With `--if-stale` only when its sources have changed. */
import { isFresh } from "./suite/built-site.ts"
import { buildSite } from "./suite/fresh-site.ts"

const root = process.cwd()
if (process.argv.includes("--if-stale") && isFresh(root)) {
  console.log("apps/web/dist is built from these sources")
} else {
  const started = performance.now()
  await buildSite(root)
  console.log(`built apps/web/dist in ${((performance.now() - started) / 1_000).toFixed(1)} s`)
}
