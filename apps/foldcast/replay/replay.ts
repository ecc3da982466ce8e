/**
 * Replays a capture for people and scripts. The requested output goes to standard output; the verdict sets the
 * exit code and, unless it is good, is the one sentence on standard error.
 */
import { canonicalJson } from "@foldcast/contracts/capture/canonical-json"
import { AnswersRead } from "@foldcast/replay/answers-read"
import type { ReplayResult, ReplayStep } from "@foldcast/replay/player"
import { SeekableCapture } from "@foldcast/replay/seekable-capture"
import { RemarkCollector, type Remarks } from "@foldcast/replay/remarks"
import { type StateChange, stateDiff } from "@foldcast/replay/state-diff"
import { changeLine, timelineOf } from "@foldcast/replay/timeline"
import { EXIT_CODES, verdictSentence } from "@foldcast/replay/verdict"
import { Failure } from "../failure.ts"
import { LineOutput } from "../line-output.ts"
import { answersAt, printAnswer, printAnswers } from "./answers.ts"
import { chosen, notThere } from "./chosen-steps.ts"
import type { ReplayOptions } from "./command.ts"
import { judged, lineEndsSentence, signatureSentence, unreadSentence } from "./judgement.ts"
import { readKeys } from "./known-keys.ts"

const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "it may not be read",
}

const recordingOf = async (file: string, options: ReplayOptions): Promise<SeekableCapture> => {
  const keys = await readKeys(options.keys ?? [])
  try {
    return await SeekableCapture.read(file, keys)
  } catch (error) {
    if (!(error instanceof Error) || !("syscall" in error)) throw error
    const code = "code" in error ? String(error.code) : ""
    throw new Failure(`${file} cannot be opened: ${FILE_ERRORS[code] ?? error.message}.`)
  }
}

/** Position and time change with every event and would hide the other changes. */
const SELF_EVIDENT: ReadonlySet<string> = new Set(["visit.seq", "visit.at"])
const changesOf = ({ before, after }: ReplayStep): ReadonlyArray<StateChange> =>
  stateDiff(before, after).filter(({ path }) => !SELF_EVIDENT.has(path))

const stepObject = (step: ReplayStep, diff: boolean) => {
  const { kind, ...captured } = step.captured
  const changes = diff ? { changes: changesOf(step) } : {}
  return { part: step.part, kind, ...captured, ...changes }
}

const said = (remarks: Remarks) =>
  Object.fromEntries(Object.entries(remarks).filter(([, remark]) => remark !== null))

const printStep = async (
  out: LineOutput,
  step: ReplayStep,
  answers: AnswersRead,
  remarks: Remarks,
  { json, diff }: ReplayOptions,
) => {
  if (json === true)
    return out.line(JSON.stringify({ ...stepObject(step, diff === true), ...said(remarks) }))
  await out.line(timelineOf(step.captured, answers, remarks))
  if (diff === true) for (const change of changesOf(step)) await out.line(changeLine(change))
}

const stateAt = async (recording: SeekableCapture, options: ReplayOptions, at: number) => {
  const step = await recording.stepAt(options.part ?? recording.parts.length, at)
  if (step === null) throw notThere(options)
  return step.after
}

const summaryOf = ({ verdict, parts, lineEnds }: ReplayResult) => ({
  verdict: verdict._tag,
  exitCode: EXIT_CODES[verdict._tag],
  sentence: verdictSentence(verdict),
  parts: parts.map(({ state: _state, ...part }) => part),
  lineEnds,
})

const printState = async (
  out: LineOutput,
  state: unknown,
  { state: canonical, json }: ReplayOptions,
) =>
  out.line(
    canonical === true || json === true ? canonicalJson(state) : JSON.stringify(state, null, 2),
  )

const printTimeline = async (
  out: LineOutput,
  file: string,
  options: ReplayOptions,
  played: ReplayResult,
) => {
  const { parts } = played
  // Text lines give only a body's length; a JSON step includes the body.
  const answers = new AnswersRead(() => false)
  const remarking = new RemarkCollector()
  for await (const step of chosen(file, options, parts.length)) {
    answers.take(step.captured)
    await printStep(out, step, answers, remarking.of(step), options)
  }
  if (options.json === true) return out.line(JSON.stringify(summaryOf(played)))
  const unread = unreadSentence(parts)
  if (unread !== null) await out.line(`Not known to this build: ${unread}.`)
  const signed = signatureSentence(parts)
  if (EXIT_CODES[played.verdict._tag] === 0)
    await out.line(
      [verdictSentence(played.verdict), lineEndsSentence(played), signed]
        .filter((said) => said !== null)
        .join(" "),
    )
}

export const replay = async (file: string, options: ReplayOptions): Promise<void> => {
  await using recording = await recordingOf(file, options)
  const judgement = await judged(file, recording, options.strict === true)
  const played = { verdict: judgement, parts: recording.parts, lineEnds: recording.lineEnds }
  const { verdict, parts } = played
  const part = parts.at((options.part ?? 0) - 1)
  if (part === undefined && options.part !== undefined && parts.length > 0)
    throw new Failure(`The file holds ${parts.length} captures; there is no part ${options.part}.`)
  const out = new LineOutput()
  const timeline = options.state !== true && (options.at === undefined || options.diff === true)
  if (options.answer !== undefined) {
    const answers = await answersAt(recording, options)
    await printAnswer(out, answers, options.answer, options)
  } else if (options.answers === true) {
    await printAnswers(out, await answersAt(recording, options), options)
  } else if (timeline) await printTimeline(out, file, options, played)
  else if (options.at !== undefined)
    await printState(out, await stateAt(recording, options, options.at), options)
  else if (part !== undefined) await printState(out, part.state, options)
  await out.flush()
  const exitCode = EXIT_CODES[verdict._tag]
  if (exitCode !== 0) throw new Failure(verdictSentence(verdict), exitCode)
}
