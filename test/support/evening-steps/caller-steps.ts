/**
 * What guests do who pay by a phone call, and what the phone's provider does with their calls. Who is drawn to call is a
 * guest; in rooms they do what all viewers do.
 */
import * as fc from "fast-check"
import type { Evening } from "../evening.ts"
import type { LineEnd, PhoneCountry, PhoneLine } from "../phone-lines.ts"
import { join } from "../room-scene.ts"
import { ofTab, room, step, type Steps } from "./step.ts"

/** Two tabs of one browser, and one of another. */
export const callerTab = fc.constantFrom(2, 4, 5)
const country = fc.constantFrom<PhoneCountry>("NL", "NL", "BE")
const pick = fc.nat({ max: 7 })

const open = async (evening: Evening, number: number, where: PhoneCountry) => {
  const shown = await evening.tabs.ask(number, { _tag: "OpenIvrSession", country: where })
  evening.callers.isShown(evening.tabs.tab(number), where, shown)
}

const type = async (evening: Evening, number: number, isRight: boolean, isKilled = false) => {
  const tab = evening.tabs.tab(number)
  const typed = evening.callers.pin(tab, isRight)
  if (typed === null) return
  const outcome = isKilled
    ? await evening.killDuring(number, typed.command)
    : await evening.tabs.ask(number, typed.command)
  evening.callers.isTyped(tab, typed, outcome)
}

/** All of it, up to a call that pays. */
const call = async (evening: Evening, number: number, where: PhoneCountry) => {
  const tab = evening.tabs.tab(number)
  await open(evening, number, where)
  await evening.callers.dials(tab)
  await type(evening, number, true)
  const line = evening.callers.dialled(tab)
  if (line !== null) await evening.lines.untilAsked(line)
  await evening.lines.obeys()
  await evening.settle()
}

const callsAndJoins = fc.tuple(callerTab, country, room).map(([number, where, place]) =>
  step(`${number} calls in ${where}, and joins chat in ${place}`, async (evening) => {
    await call(evening, number, where)
    await evening.tabs.ask(number, join(evening.performer(place), "chat"))
  }),
)
const joinsByCall = fc
  .tuple(callerTab, room)
  .map(([number, place]) =>
    step(`${number} joins chat in ${place}`, (evening) =>
      evening.tabs.ask(number, join(evening.performer(place), "chat")),
    ),
  )

const opens = country.chain((where) =>
  ofTab(
    `is shown a number in ${where}`,
    (evening, number) => open(evening, number, where),
    callerTab,
  ),
)
const dials = ofTab(
  "dials",
  (evening, number) => evening.callers.dials(evening.tabs.tab(number)),
  callerTab,
)
const types = fc
  .constantFrom(true, true, false)
  .chain((isRight) =>
    ofTab(
      `types a ${isRight ? "right" : "wrong"} PIN`,
      (evening, number) => type(evening, number, isRight),
      callerTab,
    ),
  )
export const typesAndIsKilled = ofTab(
  "types the PIN, and the gateway is killed",
  (evening, number) => type(evening, number, true, true),
  callerTab,
)

const hangUp = async (evening: Evening, number: number) => {
  await evening.tabs.tell(number, { _tag: "EndDialIn" })
  evening.callers.hungUp(evening.tabs.tab(number))
}
const hangsUp = ofTab("hangs up on the page", hangUp, callerTab)

/** One of the calls that are open; their numbers are drawn before it is known how many there are. */
const openLine = (evening: Evening, picked: number): PhoneLine | undefined => {
  const { open: lines } = evening.lines
  return lines[picked % Math.max(1, lines.length)]
}
const ofLine = (name: string, run: (evening: Evening, line: PhoneLine) => Promise<unknown>) =>
  pick.map((picked) =>
    step(`call ${picked} ${name}`, async (evening) => {
      const line = openLine(evening, picked)
      if (line !== undefined) await run(evening, line)
    }),
  )

const connects = ofLine("is connected", ({ lines }, line) => lines.connects(line))
const talks = ofLine("goes on", ({ lines }, line) => lines.talks(line))
const repeats = ofLine("is told of again", ({ lines }, line) => lines.repeats(line))
const endReason = fc.constantFrom<LineEnd>("caller", "caller", "line", "provider")
const ends = endReason.chain((reason) =>
  ofLine(`is ended: ${reason}`, ({ lines }, line) => lines.ends(line, reason)),
)
export const endsAndIsKilled = ofLine("ends while the gateway is killed", (evening, line) =>
  Promise.all([evening.restart(), evening.lines.ends(line, "line")]),
)
const endsWhileJoined = fc.tuple(callerTab, room, pick).map(([number, place, picked]) =>
  step(`${number} joins chat in ${place} while call ${picked} ends`, async (evening) => {
    const line = openLine(evening, picked)
    await Promise.all([
      evening.tabs.ask(number, join(evening.performer(place), "chat")),
      line && evening.lines.ends(line, "caller"),
    ])
  }),
)
const obeys = fc.constant(step("the provider does as told", ({ lines }) => lines.obeys()))

export const CALLER_STEPS: ReadonlyArray<Steps> = [
  { arbitrary: callsAndJoins, weight: 4 },
  { arbitrary: joinsByCall, weight: 3 },
  { arbitrary: opens, weight: 1 },
  { arbitrary: dials, weight: 1 },
  { arbitrary: types, weight: 2 },
  { arbitrary: hangsUp, weight: 1 },
  { arbitrary: connects, weight: 1 },
  { arbitrary: talks, weight: 2 },
  { arbitrary: repeats, weight: 1 },
  { arbitrary: ends, weight: 2 },
  { arbitrary: endsWhileJoined, weight: 1 },
  { arbitrary: obeys, weight: 2 },
]
