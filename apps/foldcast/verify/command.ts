/**
 * `foldcast verify`, and the packed file alone: a backend team's check, in their CI, that a running service
 * keeps its consumers' contracts (docs/verifying.md). Exits with 0 when it does, 1 when it does not, 2 when
 * that could not be determined.
 */
import { writeFileSync } from "node:fs"
import { type Command, Option } from "commander"
import { type PactFile, PactUnreadable } from "@foldcast/verify/pact-file"
import { SetUpFailed, stateHook } from "@foldcast/verify/provider-states"
import { goThroughProxy } from "@foldcast/verify/proxy"
import { jsonReport, junitNotVerified, junitReport, textReport } from "@foldcast/verify/report"
import type { ProviderKey } from "@foldcast/verify/reproduction"
import { stateTable } from "@foldcast/verify/state-table"
import { EXIT, failuresOf, type Verdict } from "@foldcast/verify/verdict"
import { Failure } from "../failure.ts"
import { httpAddress } from "../http-address.ts"
import { pactText } from "./pacts.ts"
import { pactOf, type Service, SERVICES } from "./services.ts"

interface Options {
  readonly url: string
  readonly key?: string
  readonly stateUrl?: string
  readonly filter?: string
  readonly transport?: "http" | "socket"
  readonly json?: boolean
  readonly junit?: string
}

/** An empty environment variable counts as not set. */
const keyOf = ({ keys }: Service, options: Options): ProviderKey => {
  const [first = ""] = keys
  if (options.key !== undefined && options.key !== "") {
    return { value: options.key, variable: first }
  }
  for (const variable of keys) {
    const value = process.env[variable] ?? ""
    if (value !== "") return { value, variable }
  }
  if (keys.length === 0) return { value: "", variable: "" }
  const sources = ["--key", ...keys].join(" or ")
  throw new Failure(`Not verified: the service's key is missing; ${sources} tells it.`)
}

const keyDescription = ({ keys }: Service): string =>
  keys.length === 0
    ? "no call shows one; taken and not used"
    : `the consumer's key (default: ${keys.join(", otherwise ")} of the environment)`

const writeReport = (file: string | undefined, report: string): void => {
  if (file === undefined) return
  try {
    writeFileSync(file, report)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Failure(`The report could not be written: ${reason}.`)
  }
}

/** The interactions whose description contains the text, in any case. */
const chosen = (pact: PactFile, filter: string | undefined): PactFile => {
  if (filter === undefined) return pact
  const wanted = filter.toLowerCase()
  const interactions = pact.interactions.filter(({ description }) =>
    description.toLowerCase().includes(wanted),
  )
  if (interactions.length === 0) {
    const all = pact.interactions.map(({ description }) => `  ${description}`).join("\n")
    throw new Failure(`Not verified: --filter ${filter} is in none of these:\n${all}`)
  }
  return { ...pact, interactions }
}

const run = async (service: Service, options: Options): Promise<void> => {
  const url = httpAddress("--url", options.url)
  const stateUrl = httpAddress("--state-url", options.stateUrl ?? `${url}/_states`)
  const key = keyOf(service, options)
  /** Removes the key from any text, because an answer may echo it into a log. */
  const withoutKey = (text: string) =>
    key.value === "" ? text : text.replaceAll(key.value, `$${key.variable}`)
  let verdict: Verdict
  try {
    const unfit = goThroughProxy()
    if (unfit !== null) throw new SetUpFailed({ detail: unfit })
    const pact = chosen(pactOf(service), options.filter)
    const bySocket = options.transport === "socket" ? service.verifyBySocket : undefined
    const verify = bySocket ?? service.verify
    verdict = await verify({ url, key, enterState: stateHook(stateUrl) }, pact)
  } catch (error) {
    if (error instanceof SetUpFailed || error instanceof PactUnreadable) {
      const detail = withoutKey(error.message)
      writeReport(options.junit, junitNotVerified(service.name, detail))
      throw new Failure(`Not verified: ${detail}.`, EXIT.notVerified)
    }
    throw error
  }
  writeReport(options.junit, withoutKey(junitReport(verdict)))
  const report = options.json === true ? jsonReport(verdict) : textReport(verdict)
  process.stdout.write(`${withoutKey(report)}\n`)
  process.exitCode = failuresOf(verdict).length === 0 ? EXIT.kept : EXIT.broken
}

/** One command for each service, one that lists the states, and one that prints a pact for other tools. */
export const addServices = (parent: Command): void => {
  for (const service of SERVICES) {
    const command = parent
      .command(service.name)
      .description(`verify ${service.description}`)
      .requiredOption("--url <url>", "where the service listens")
      .option("--key <key>", keyDescription(service))
      .option("--json", "print the verdict as JSON")
      .option("--junit <file>", "write the verdict as JUnit XML too")
      .action((options: Options) => run(service, options))
    if (service.hasStates) {
      command
        .option("--state-url <url>", "the hook that enters states (default: <url>/_states)")
        .option("--filter <text>", "only the interactions whose description holds this")
    }
    if (service.verifyBySocket !== undefined) {
      const how = new Option("--transport <name>", "how its calls are sent")
      command.addOption(how.choices(["http", "socket"]).default("http"))
    }
  }
  parent
    .command("states")
    .description("list the states that a service's hook must enter (Markdown)")
    .action(() => {
      process.stdout.write(`${stateTable(SERVICES.map(pactOf))}\n`)
    })
  parent
    .command("pact")
    .description("print a contract as a Pact V4 file, for other tools")
    .argument("<service>", SERVICES.map(({ name }) => name).join(", "))
    .action((name: string) => {
      const service = SERVICES.find((one) => one.name === name)
      if (service === undefined) throw new Failure(`There is no service ${name}.`)
      process.stdout.write(pactText(service.pact))
    })
  for (const command of parent.commands) command.copyInheritedSettings(parent)
}

export const register = (program: Command): void => {
  const verify = program
    .command("verify")
    .description("verify that a running service keeps the contracts of its consumers")
  verify.copyInheritedSettings(program)
  addServices(verify)
}
