/**
 * A step of an evening that is drawn: it runs, and unless it says otherwise every tab agrees with the performers' view
 * before the next.
 */
import * as fc from "fast-check"
import type { Command } from "@foldcast/contracts/commands/command"
import type { Evening } from "../evening.ts"

export interface Rooms {
  readonly evening: Evening
}
export type Step = fc.AsyncCommand<object, Rooms>
export type Steps = fc.WeightedArbitrary<Step>

/** How many ran. */
export const ran = { steps: 0 }

export const step = (
  name: string,
  run: (evening: Evening) => Promise<unknown> | void,
  settles = true,
): Step => ({
  check: () => true,
  run: async (_, { evening }) => {
    ran.steps += 1
    await run(evening)
    if (settles) await evening.settle()
  },
  toString: () => name,
})

/** Of the six tabs of an evening. */
export const tab = fc.nat({ max: 5 })
export const room = fc.nat({ max: 1 })

export const ofTab = (
  name: string,
  run: (evening: Evening, number: number) => Promise<unknown>,
  tabs: fc.Arbitrary<number> = tab,
) => tabs.map((number) => step(`${number} ${name}`, (evening) => run(evening, number)))

/** A command of a tab, about the room that it is in. */
export const told = (name: string, command: (performerId: string) => Command) =>
  ofTab(name, (evening, number) => evening.tabs.ask(number, command(evening.roomOf(number))))
