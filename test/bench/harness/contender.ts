/** A contender's process: `contender.ts NAME OPTIONS`. Prints its figures as one line of JSON. */
import { CONTENDERS, type ContenderName } from "./contenders.ts"
import type { Options } from "./contest.ts"

const [name = "", options = "{}"] = process.argv.slice(2)
if (!Object.hasOwn(CONTENDERS, name)) throw new Error(`there is no contender ${name}`)

const contender = await CONTENDERS[name as ContenderName]()
const figures = await contender.run(JSON.parse(options) as Options)
process.stdout.write(`\n${JSON.stringify(figures)}\n`, () => process.exit(0))
