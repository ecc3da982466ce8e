/**
 * Finds the visit that `foldcast capture` downloads when the caller did not name it: asks the gateway by the
 * facts that support knows.
 */
import { Exit, Schema } from "effect"
import { MemberId, VisitId } from "@foldcast/contracts/ids"
import { Failure } from "../failure.ts"
import type { CaptureOptions } from "./command.ts"
import type { Ask } from "./fetch-capture.ts"

/** The list's query parameters, named like the options. */
const KNOWN_BY = ["reference", "payment", "email", "member", "from", "to"] as const

const Listed = Schema.Struct({
  captures: Schema.Array(
    Schema.Struct({
      // It becomes the file's name.
      visit: VisitId,
      member: Schema.NullOr(MemberId),
      startedAt: Schema.Int,
      lastEventAt: Schema.Int,
      events: Schema.Int,
    }),
  ),
})
const decodeListed = Schema.decodeUnknownExit(Schema.fromJsonString(Listed))
type Row = (typeof Listed.Type)["captures"][number]

const moment = (at: number): string => new Date(at).toISOString()

const rowLine = ({ visit, member, startedAt, lastEventAt, events }: Row): string =>
  `${visit}  ${moment(startedAt)} to ${moment(lastEventAt)}  ${events} events  ${member ?? "guest"}`

/** One visit, or a failure that lists the candidates. */
export const findVisit = async (ask: Ask, options: CaptureOptions): Promise<string> => {
  const known = KNOWN_BY.flatMap((name) => {
    const value = options[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  if (known.length === 0)
    throw new Failure(
      `Name a visit, or what it is known by: ${KNOWN_BY.map((name) => `--${name}`).join(", ")}.`,
    )
  const response = await ask(
    `/support/captures?${new URLSearchParams(Object.fromEntries(known)).toString()}`,
  )
  const listed = decodeListed(await response.text())
  if (Exit.isFailure(listed)) throw new Failure("The gateway's list cannot be read.")
  const [row, ...others] = listed.value.captures
  if (row === undefined) throw new Failure("No visit is known by that.")
  if (others.length === 0) return row.visit
  const lines = [row, ...others].map(rowLine).join("\n")
  throw new Failure(`${others.length + 1} visits are known by that; name one:\n${lines}`)
}
