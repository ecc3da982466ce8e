/** `foldcast replay --answers` and `--answer`: the answers that the visitor had received. */
import { AnswersRead } from "@foldcast/replay/answers-read"
import { positionOf } from "@foldcast/replay/parsed-line"
import type { SeekableCapture } from "@foldcast/replay/seekable-capture"
import { answerLine } from "@foldcast/replay/timeline"
import { Failure } from "../failure.ts"
import type { LineOutput } from "../line-output.ts"
import { notThere } from "./chosen-steps.ts"
import type { ReplayOptions } from "./command.ts"

/** Which answers' bodies are printed, by their hashes. */
const wantedBy = ({ answer, json }: ReplayOptions) =>
  answer === undefined ? () => json === true : (hash: string) => hash.startsWith(answer)

/** The answers in the chosen part, up to the chosen position or the part's end. */
export const answersAt = async (recording: SeekableCapture, options: ReplayOptions) => {
  const answers = new AnswersRead(wantedBy(options))
  for await (const captured of recording.lines(options.part ?? recording.parts.length)) {
    answers.take(captured)
    if (options.at !== undefined && positionOf(captured) === options.at) return answers
  }
  if (options.at !== undefined) throw notThere(options)
  return answers
}

export const printAnswers = async (
  out: LineOutput,
  answers: AnswersRead,
  { json }: ReplayOptions,
) => {
  const read = answers.newest()
  if (json === true) {
    for (const { body, ...told } of read) {
      const shown =
        body._tag === "Shown" ? { bytes: body.bytes, body: body.body } : { why: body.why }
      await out.line(JSON.stringify({ ...told, ...shown }))
    }
    return
  }
  if (read.length === 0) return out.line("No answer had been read.")
  for (const answer of read) await out.line(answerLine(answer))
}

export const printAnswer = async (
  out: LineOutput,
  answers: AnswersRead,
  prefix: string,
  { json }: ReplayOptions,
) => {
  const [found, ...others] = answers.named(prefix)
  if (found === undefined) throw new Failure(`No answer had been read whose hash is ${prefix}….`)
  if (others.length > 0)
    throw new Failure(
      `The hashes of ${others.length + 1} answers begin with ${prefix}: give more of one.`,
    )
  if (found.body._tag === "NotKept")
    throw new Failure(`The body of that answer is not kept: ${found.body.why}.`)
  await out.line(JSON.stringify(found.body.body, null, json === true ? 0 : 2))
}
