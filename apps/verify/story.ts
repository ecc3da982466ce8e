/**
 * A story: in which order a service tells the steps of something that happens once, such as a call or a purchase. A
 * contract fixes the shape of each answer and event; a story says what comes before what, and what never comes. It is
 * data, against which the run of a running service is checked. Pure.
 */
import type { Mismatch } from "./matching.ts"

export interface Story<Step extends string> {
  /** What has come before each; nothing for those that are not named. */
  readonly needs: Readonly<Partial<Record<Step, ReadonlyArray<Step>>>>
  /** What alone may come after each; anything after those that are not named. */
  readonly ends: Readonly<Partial<Record<Step, ReadonlyArray<Step>>>>
  readonly once: ReadonlyArray<Step>
  /** A whole run has each of them. */
  readonly whole: ReadonlyArray<Step>
}

type Broken = readonly [expected: string, actual: string]

const orNothing = (steps: ReadonlyArray<string>) => steps.join(" or ") || "nothing"

const brokenAt = <Step extends string>(
  { needs, ends, once }: Story<Step>,
  step: Step,
  before: ReadonlyArray<Step>,
): ReadonlyArray<Broken> => [
  ...(needs[step] ?? [])
    .filter((needed) => !before.includes(needed))
    .map((needed): Broken => [`${needed} before ${step}`, `${step} without it`]),
  ...[...new Set(before)].flatMap((earlier): ReadonlyArray<Broken> => {
    const allowed: ReadonlyArray<Step> | undefined = ends[earlier]
    return allowed === undefined || allowed.includes(step)
      ? []
      : [[`${orNothing(allowed)} after ${earlier}`, step]]
  }),
  ...(once.includes(step) && before.includes(step) ? [[`${step} once`, "again"] as const] : []),
]

/** The broken rules, by the step's place in the course; then what a whole run lacks. */
export const storyMismatches = <Step extends string>(
  story: Story<Step>,
  course: ReadonlyArray<Step>,
): ReadonlyArray<Mismatch> => [
  ...course.flatMap((step, place) =>
    brokenAt(story, step, course.slice(0, place)).map(([expected, actual]) => ({
      path: `course[${place}].${step}`,
      expected,
      actual,
    })),
  ),
  ...story.whole
    .filter((step) => !course.includes(step))
    .map((step) => ({ path: "course", expected: step, actual: orNothing(course) })),
]
