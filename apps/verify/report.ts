/** A verdict for people, programs and CI servers. Pure. */
import { failuresOf, type InteractionVerdict, type Verdict } from "./verdict.ts"

const stateText = (states: ReadonlyArray<string>) =>
  states.length === 0 ? "" : `  (given ${states.join(", then ")})`

/** A fault in one list element usually repeats in many; the JSON has them all. */
const MAX_SHOWN = 10

const moreThanShown = ({ mismatches }: InteractionVerdict): ReadonlyArray<string> =>
  mismatches.length > MAX_SHOWN ? [`and ${mismatches.length - MAX_SHOWN} more`] : []

const failureLines = (interaction: InteractionVerdict): ReadonlyArray<string> => [
  ...interaction.mismatches
    .slice(0, MAX_SHOWN)
    .flatMap(({ path, expected, actual }) => [
      `      ${path}`,
      `        expected  ${expected}`,
      `        actual    ${actual}`,
    ]),
  ...moreThanShown(interaction).map((text) => `      ${text}`),
  ...(interaction.reproduction === null
    ? []
    : ["      repeat it with", `        ${interaction.reproduction}`]),
]

export const textReport = (verdict: Verdict): string => {
  const failures = failuresOf(verdict)
  const lines = verdict.interactions.flatMap((interaction) => [
    `  ${interaction.mismatches.length === 0 ? "kept  " : "BROKEN"} ${interaction.description}${stateText(interaction.states)}`,
    ...(interaction.mismatches.length === 0 ? [] : failureLines(interaction)),
  ])
  const kept = verdict.interactions.length - failures.length
  const unentered = failures.filter(({ statesEntered }) => !statesEntered).length
  const ofStates = unentered === 0 ? "" : ` (${unentered} for a state that was not entered)`
  return [
    `${verdict.provider}, as its consumers need it:`,
    ...lines,
    `${kept} of ${verdict.interactions.length} kept${failures.length === 0 ? "" : `, ${failures.length} broken${ofStates}`}`,
  ].join("\n")
}

export const jsonReport = (verdict: Verdict): string =>
  JSON.stringify({ ...verdict, kept: failuresOf(verdict).length === 0 }, null, 2)

const XML: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
}
const xml = (text: string) =>
  text
    .replaceAll(/[&<>"]/gu, (sign) => XML[sign] ?? sign)
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD]/gu, "\uFFFD")

const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(3)

export const junitReport = (verdict: Verdict): string => {
  const cases = verdict.interactions.map((interaction) => {
    const open = `    <testcase classname="${xml(`${interaction.consumer}.${verdict.provider}`)}" name="${xml(interaction.description)}" time="${seconds(interaction.milliseconds)}"`
    if (interaction.mismatches.length === 0) return `${open}/>`
    const paths = interaction.mismatches.slice(0, MAX_SHOWN).map(({ path }) => path)
    const summary = [...paths, ...moreThanShown(interaction)].join(", ")
    return `${open}>\n      <failure message="${xml(`broken at ${summary}`)}">${xml(failureLines(interaction).join("\n"))}</failure>\n    </testcase>`
  })
  const total = verdict.interactions.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<testsuites>`,
    `  <testsuite name="${xml(verdict.provider)}" tests="${verdict.interactions.length}" failures="${failuresOf(verdict).length}" errors="0" time="${seconds(total)}">`,
    ...cases,
    `  </testsuite>`,
    `</testsuites>`,
    "",
  ].join("\n")
}

/** Nothing could be verified. The report has one error, so that an earlier report does not count for this run. */
export const junitNotVerified = (service: string, detail: string): string =>
  [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<testsuites>`,
    `  <testsuite name="${xml(service)}" tests="1" failures="0" errors="1" time="0.000">`,
    `    <testcase classname="${xml(service)}" name="the verification" time="0.000">`,
    `      <error message="${xml(`Not verified: ${detail}`)}"/>`,
    `    </testcase>`,
    `  </testsuite>`,
    `</testsuites>`,
    "",
  ].join("\n")
