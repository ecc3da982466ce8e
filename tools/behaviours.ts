/**
 * `npm run behaviours`: each behaviour with the kinds of its tests, and the behaviours that no visitor or other
 * service meets in a test. `npm run behaviours wallet` shows one area's rows.
 */
import { behaviourTests, TEST_KINDS, unmetRows } from "./checks/behaviours.ts"
import { readFiles } from "./repository.ts"

const areas = process.argv.slice(2).map((area) => area.toUpperCase())
const rows = behaviourTests(
  readFiles(/^docs\/behaviours\/.*\.md$/u),
  readFiles(/\.(?:test|pact|conformance)\.tsx?$/u),
).filter(({ id }) => areas.length === 0 || areas.some((area) => id.startsWith(`${area}-`)))

for (const { id, kinds } of rows) console.log(`${id.padEnd(12)} ${kinds.join(", ")}`)
const unmet = unmetRows(rows)
console.log(`\n${rows.length} behaviours`)
for (const [kind, { through }] of Object.entries(TEST_KINDS)) {
  const count = rows.filter(({ kinds }) => kinds.some((carried) => carried === kind)).length
  console.log(`${String(count).padStart(6)} ${kind.padEnd(9)} ${through}`)
}
console.log(
  `${String(unmet.length).padStart(6)} by no test that goes through what somebody outside meets`,
)
if (unmet.length > 0) console.log(`       ${unmet.join(" ")}`)
