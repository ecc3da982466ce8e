/** The steps of `npm run check`, slowest first. */
import { existsSync } from "node:fs"
import { problemOf } from "../../gateway/http/problem.ts"
import { PROBLEM_KINDS, type ProblemKind } from "../../gateway/problem-kinds.ts"
import { documentFindings, presentText } from "../reference/documents.ts"
import { asyncApi, openApi } from "../reference/interface-descriptions.ts"
import { listFiles, readFiles, type SourceFile } from "../repository.ts"
import { BASELINE_YEAR, BUILD_TARGET } from "../baseline/baseline.ts"
import { usedPieces } from "../baseline/used-pieces.ts"
import { behaviourFindings } from "./behaviours.ts"
import {
  clockReadings,
  escapingImports,
  misnamedServices,
  outsidePaths,
  undeclaredImports,
  undocumentedDependencies,
  type Workspace,
} from "./boundaries.ts"
import { floorFindings, HOUSES } from "./floors.ts"
import { browserFindings } from "./browsers.ts"
import { citationFindings } from "./citations.ts"
import { brokenLinks, missingFileNames, repeatedDecisions } from "./links.ts"
import { protocolFindings } from "./protocol.ts"
import { buildStale } from "../suite/fresh-builds.ts"
import { projectOf } from "../suite/test-projects.ts"
import { heavyUnitTests, unknownKinds } from "./suite.ts"
import { wordFindings, wordRulesOf } from "./words.ts"
import { commandStep, findingStep, type CheckStep, typesStep } from "./step.ts"

const SOURCE = /\.(?:ts|tsx|js)$/u
const TEST = /\.(?:test|pact)\.tsx?$/u
const DOCUMENT = /\.md$/u
/** Files whose comments may cite something, except the citation check itself. */
const COMMENTED = /^(?!tools\/checks\/citations).*\.(?:ts|tsx|js|css|sql)$/u

const PROBLEM_NAMES = Object.keys(PROBLEM_KINDS) as ReadonlyArray<ProblemKind>

const json = (text: string): unknown => JSON.parse(text)

const workspaceOf = ({ path, text }: SourceFile): Workspace => {
  const manifest = json(text) as {
    readonly name: string
    readonly dependencies?: Readonly<Record<string, string>>
    readonly devDependencies?: Readonly<Record<string, string>>
  }
  return {
    name: manifest.name,
    folder: path.replace(/\/package\.json$/u, ""),
    dependencies: Object.keys(manifest.dependencies ?? {}),
    devDependencies: Object.keys(manifest.devDependencies ?? {}),
  }
}

const workspaces = (): ReadonlyArray<Workspace> =>
  readFiles(/^(?!tools\/)(?:[\w-]+\/)+package\.json$/u).map(workspaceOf)

const boundaryFindings = () => {
  const declared = workspaces()
  const sources = readFiles(SOURCE)
  return [
    ...escapingImports(sources, declared),
    ...undeclaredImports(sources, declared),
    ...undocumentedDependencies(declared, presentText("docs/architecture.md")),
    ...clockReadings(sources),
    ...misnamedServices(sources),
    ...floorFindings(HOUSES, sources),
    ...outsidePaths(readFiles(/\.(?:ts|tsx|js|json|md|css|html|sh)$|^\.ci\/run$/u)),
  ]
}

const linkFindings = () => {
  const files = new Set(listFiles())
  const exists = (path: string) =>
    files.has(path) || ([...files].some((file) => file.startsWith(`${path}/`)) && existsSync(path))
  const documents = readFiles(DOCUMENT)
  return [
    ...brokenLinks(documents, exists),
    ...missingFileNames(documents, exists),
    ...repeatedDecisions([...files]),
    ...citationFindings(readFiles(COMMENTED), documents, [...files]),
  ]
}

const referenceFindings = () => [
  ...documentFindings(),
  ...protocolFindings({
    text: presentText("docs/protocol.md"),
    asyncApi: json(asyncApi()),
    openApi: json(openApi()),
    problems: PROBLEM_NAMES.map((name) => problemOf(name, "")),
  }),
]

const browsersFindings = async () => {
  await buildStale(process.cwd())
  return browserFindings({
    document: presentText("docs/browsers.md"),
    year: BASELINE_YEAR,
    target: BUILD_TARGET,
    used: { ...usedPieces() },
  })
}

const suiteFindings = () => {
  const sources = readFiles(/\.(?:ts|tsx)$/u)
  const tests = sources.map(({ path }) => path).filter((path) => TEST.test(path))
  const units = tests.filter((path) => projectOf(path) === "unit")
  const folders = new Map(workspaces().map(({ name, folder }) => [name, folder]))
  return [...unknownKinds(tests), ...heavyUnitTests(units, sources, folders)]
}

export const STEPS: ReadonlyArray<CheckStep> = [
  commandStep("pacts", "pacts/ is what the consumers' tests write", "node", [
    "tools/regenerate-pacts.ts",
    "--check",
  ]),
  typesStep("types", "the programs of Node and the desk's script have no type errors", [
    ".",
    "apps/simulators/desk-client",
  ]),
  commandStep("types-test", "the tests that go across rooms have no type errors", "tsc", [
    "-p",
    "test",
  ]),
  commandStep("types-web", "the site's program has no type errors", "tsc", ["-p", "apps/web"]),
  commandStep("lint", "no lint errors; pure rooms are pure", "oxlint", [
    "--format=unix",
    "--deny-warnings",
  ]),
  commandStep("unused", "no unused files, exports or dependencies, none undeclared", "knip", [
    "--no-progress",
  ]),
  commandStep(
    "unused-in-production",
    "no export is used by tests alone, @internal ones apart",
    "knip",
    ["--no-progress", "--production", "--include", "files,exports"],
  ),
  commandStep("format", "files are formatted (npm run format)", "oxfmt", ["--list-different"]),
  findingStep(
    "browsers",
    "what is newer than the Baseline has something in its place (docs/browsers.md)",
    browsersFindings,
  ),
  findingStep(
    "boundaries",
    "rooms import what they declare and stand on their floors; pure rooms are pure",
    boundaryFindings,
  ),
  findingStep(
    "behaviours",
    "behaviours and tests name each other; a test of each goes through what somebody outside meets",
    () =>
      behaviourFindings(
        readFiles(/^docs\/behaviours\/.*\.md$/u),
        readFiles(/\.(?:test|pact|conformance)\.tsx?$/u),
      ),
  ),
  findingStep(
    "suite",
    "a test's name says its kind; unit tests start nothing heavy",
    suiteFindings,
  ),
  findingStep("words", "texts are in the words of docs/words.md", () =>
    wordFindings(
      readFiles(/^packages\/messages\/messages\/\w+\/(?:nl|en)\.json$/u),
      wordRulesOf(presentText("docs/words.md")),
    ),
  ),
  findingStep(
    "links",
    "links and file names in documents lead somewhere; so does what comments cite",
    linkFindings,
  ),
  findingStep(
    "docs",
    "generated documents are what npm run docs writes; docs/protocol.md says the same",
    referenceFindings,
  ),
]
