/**
 * `foldcast verify`: a backend team's check, in their CI, that a running service keeps the contracts of
 * its consumers (docs/verifying.md). Ends with 0 when it does, 1 when it does not, 2 when that could not
 * be found out.
 */
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Command } from "commander"
import { MEMBER_API_ANSWERS } from "@foldcast/gateway/upstream/frame"
import { PERFORMER_ANSWERS } from "@foldcast/gateway/upstream/performer-service"
import { PactUnreadable, readPact } from "@foldcast/verify/pact-file"
import { SetUpFailed, stateHook } from "@foldcast/verify/provider-states"
import { jsonReport, junitNotVerified, junitReport, textReport } from "@foldcast/verify/report"
import { EXIT, failuresOf, type Verdict } from "@foldcast/verify/verdict"
import { type ProviderUnderTest, verifyMemberApi } from "@foldcast/verify/verify-member-api"
import { verifyMemberSocket } from "@foldcast/verify/verify-member-socket"
import type { PactFile } from "@foldcast/verify/pact-file"
import { Failure } from "./failure.ts"
import { httpAddress } from "./http-address.ts"
import { readBy } from "./verify-answers.ts"
import { listMismatches } from "./verify-lists.ts"
import { verifyPartner } from "./verify-partner.ts"
import { pictureMismatches } from "./verify-pictures.ts"

interface Options {
  readonly url: string
  readonly key?: string
  readonly stateUrl?: string
  readonly json?: boolean
  readonly junit?: string
}

interface Service {
  readonly name: string
  readonly description: string
  readonly pact: string
  /** The variables that hold the key which each call shows, the first that is set; none: no call does. */
  readonly keys: ReadonlyArray<string>
  readonly verify: (provider: ProviderUnderTest, pact: PactFile) => Promise<Verdict>
}

const readPerformerAnswer = readBy(PERFORMER_ANSWERS)

/** HTTP calls and states: what verifies the member API verifies it. */
const verifyPerformerService: Service["verify"] = (provider, pact) =>
  verifyMemberApi(provider, pact, (interaction, body, target) => [
    ...readPerformerAnswer(interaction, body),
    ...pictureMismatches(body),
    ...listMismatches(target, body),
  ])

const SERVICES: ReadonlyArray<Service> = [
  {
    name: "member-api",
    description: "verify a running member API (HTTP)",
    pact: "gateway-member-api.json",
    keys: ["MEMBER_API_KEY"],
    verify: (provider, pact) => verifyMemberApi(provider, pact, readBy(MEMBER_API_ANSWERS)),
  },
  {
    name: "member-socket",
    description: "verify a running member socket (socket.io events)",
    pact: "gateway-member-socket.json",
    keys: ["MEMBER_API_KEY"],
    verify: verifyMemberSocket,
  },
  {
    name: "performer-service",
    description: "verify a running performer service (HTTP)",
    pact: "gateway-performer-service.json",
    keys: ["PERFORMER_SERVICE_KEY", "MEMBER_API_KEY"],
    verify: verifyPerformerService,
  },
  {
    name: "partner",
    description: "verify a running partner host (a brand's configuration)",
    pact: "gateway-partner.json",
    keys: [],
    verify: verifyPartner,
  },
]

const pactPath = (name: string) => fileURLToPath(new URL(`../../pacts/${name}`, import.meta.url))

/** An empty variable of the environment is one that is not set. */
const keyOf = ({ keys }: Service, options: Options): string => {
  const held = keys.map((name) => process.env[name] ?? "")
  const key = options.key ?? held.find((value) => value !== "") ?? ""
  if (key !== "" || keys.length === 0) return key
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

const run = async (service: Service, options: Options): Promise<void> => {
  const url = httpAddress("--url", options.url)
  const stateUrl = httpAddress("--state-url", options.stateUrl ?? `${url}/_states`)
  const provider: ProviderUnderTest = {
    url,
    key: keyOf(service, options),
    enterState: stateHook(stateUrl),
  }
  let verdict: Verdict
  try {
    verdict = await service.verify(provider, readPact(pactPath(service.pact)))
  } catch (error) {
    if (error instanceof SetUpFailed || error instanceof PactUnreadable) {
      writeReport(options.junit, junitNotVerified(service.name, error.message))
      throw new Failure(`Not verified: ${error.message}.`, EXIT.notVerified)
    }
    throw error
  }
  writeReport(options.junit, junitReport(verdict))
  process.stdout.write(`${options.json === true ? jsonReport(verdict) : textReport(verdict)}\n`)
  process.exitCode = failuresOf(verdict).length === 0 ? EXIT.kept : EXIT.broken
}

export const register = (program: Command): void => {
  const verify = program
    .command("verify")
    .description("verify that a running service keeps the contracts of its consumers")
  for (const service of SERVICES) {
    const command = verify
      .command(service.name)
      .description(service.description)
      .requiredOption("--url <url>", "where the service listens")
      .option("--key <key>", keyDescription(service))
      .option("--state-url <url>", "the hook that enters provider states (default: <url>/_states)")
      .option("--json", "print the verdict as JSON")
      .option("--junit <file>", "write the verdict as JUnit XML too")
      .action((options: Options) => run(service, options))
    command.copyInheritedSettings(verify)
  }
}
