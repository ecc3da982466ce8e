/**
 * What somebody does in her loop, and when: she comes from the expression of her picture to rest, breathes, blinks, looks
 * about, reads and types, and smiles; at a tip she laughs. The same seed gives the same score. Pure.
 */
import { AT_EASE, type PersonMoment } from "../../media/head-pose.ts"
import { type SeededRandom, seededRandom } from "../../seeded-random.ts"

/** A picture's number, and how long it is shown, in milliseconds. */
export type ScoreStep = readonly [frame: number, ms: number]

export interface LoopScore {
  readonly moments: ReadonlyArray<PersonMoment>
  readonly idle: ReadonlyArray<ScoreStep>
  /** What a cue shows once, by the cue's name. */
  readonly reactions: Readonly<Record<string, ReadonlyArray<ScoreStep>>>
  /** Pictures from which a reaction begins without a jump. */
  readonly rest: ReadonlyArray<number>
  /** Pictures on which keys are heard. */
  readonly typing: ReadonlyArray<number>
}

/** One breath at rest. */
const BREATH_FRAMES = 16
const BREATH_MS = 190
const TURN_MS = 65

const mix = (from: number, to: number, share: number) => from + (to - from) * share

/** What lies between two moments. */
const momentBetween = (from: PersonMoment, to: PersonMoment, share: number): PersonMoment => ({
  yaw: mix(from.yaw, to.yaw, share),
  pitch: mix(from.pitch, to.pitch, share),
  roll: mix(from.roll, to.roll, share),
  lids: mix(from.lids, to.lids, share),
  gaze: [mix(from.gaze[0], to.gaze[0], share), mix(from.gaze[1], to.gaze[1], share)],
  smile: mix(from.smile, to.smile, share),
  open: mix(from.open, to.open, share),
  brows: mix(from.brows, to.brows, share),
  breath: mix(from.breath, to.breath, share),
})

/** Slow at both ends. */
const eased = (share: number) => share * share * (3 - 2 * share)

class ScoreWriter {
  readonly moments: Array<PersonMoment> = []

  frame(moment: PersonMoment): number {
    return this.moments.push(moment) - 1
  }

  /** The pictures between two moments, without either. */
  way(from: PersonMoment, to: PersonMoment, count: number): ReadonlyArray<number> {
    return Array.from({ length: count }, (_, index) =>
      this.frame(momentBetween(from, to, eased((index + 1) / (count + 1)))),
    )
  }
}

const each = (frames: ReadonlyArray<number>, ms: number): ReadonlyArray<ScoreStep> =>
  frames.map((frame): ScoreStep => [frame, ms])

const back = (frames: ReadonlyArray<number>) => frames.toReversed()

/** At rest she smiles a little, whatever she does on her picture. */
const restOf = (shown: PersonMoment): PersonMoment => ({
  ...AT_EASE,
  yaw: shown.yaw * 0.9,
  pitch: shown.pitch * 0.6,
  roll: shown.roll * 0.6,
  smile: Math.max(0.44, Math.min(shown.smile, 0.56)),
  brows: shown.brows * 0.5,
})

/** Breathing moves the head a little, too, and never along a line. */
const breathing = (rest: PersonMoment, share: number): PersonMoment => {
  const turn = 2 * Math.PI * share
  return {
    ...rest,
    breath: 1.5 - 1.5 * Math.cos(turn),
    roll: rest.roll + 0.5 * Math.sin(turn),
    pitch: rest.pitch - 0.012 * Math.sin(turn - 0.6),
    yaw: rest.yaw + 0.014 * Math.cos(turn + 0.4),
  }
}

interface Rest {
  readonly moments: ReadonlyArray<PersonMoment>
  readonly frames: ReadonlyArray<number>
}

const blinkAt = (writer: ScoreWriter, { moments, frames }: Rest, phase: number) => {
  const open = moments[phase] ?? AT_EASE
  const [half, shut] = [0.6, 1].map((lids) => writer.frame({ ...open, lids }))
  const blink = [half ?? 0, shut ?? 0, half ?? 0]
  return (from: number): ReadonlyArray<ScoreStep> => [
    ...each(frames.slice(from, phase + 1), BREATH_MS),
    ...each(blink, 60),
    ...each(frames.slice(phase), BREATH_MS),
  ]
}

/** Aside and back; the eyes close on the way, as they do. */
const glance = (writer: ScoreWriter, rest: PersonMoment, side: number, random: SeededRandom) => {
  const aside: PersonMoment = {
    ...rest,
    yaw: rest.yaw + side * random.between(0.17, 0.24),
    roll: rest.roll + side * 2.4,
    pitch: rest.pitch - 0.05,
    gaze: [side * 0.75, -0.15],
    smile: rest.smile + 0.12,
    breath: 1.4,
  }
  const way = writer.way(rest, { ...aside, lids: 0.15 }, 5)
  const hold = [aside, { ...aside, breath: 2.6, gaze: [side * 0.5, 0] as const }].map((one) =>
    writer.frame(one),
  )
  return [
    ...each(way, TURN_MS),
    ...each([hold[0] ?? 0, hold[1] ?? 0, hold[0] ?? 0, hold[1] ?? 0], 290),
    ...each(back(way), TURN_MS),
  ]
}

const typing = (writer: ScoreWriter, rest: PersonMoment, random: SeededRandom) => {
  const down: PersonMoment = {
    ...rest,
    pitch: rest.pitch + 0.17,
    roll: rest.roll + 1.5,
    lids: 0.3,
    gaze: [random.between(-0.3, 0.3), 0.85],
    smile: rest.smile * 0.7,
  }
  const way = writer.way(rest, down, 5)
  const keys = [
    { ...down, breath: 0.4 },
    { ...down, breath: 1.6, roll: down.roll + 0.8 },
    { ...down, breath: 0.9, gaze: [down.gaze[0] + 0.25, 0.8] as const },
  ].map((one) => writer.frame(one))
  const strokes = Array.from({ length: random.whole(9, 13) }, () => random.pick([0, 1, 2]))
  return {
    keys,
    steps: [
      ...each(way, TURN_MS),
      ...strokes.map((key): ScoreStep => [keys[key] ?? 0, random.whole(110, 230)]),
      ...each(back(way), TURN_MS),
    ],
  }
}

const laughing = (writer: ScoreWriter, rest: PersonMoment): ReadonlyArray<ScoreStep> => {
  const laugh: PersonMoment = {
    ...rest,
    pitch: rest.pitch - 0.09,
    roll: rest.roll - 3,
    smile: 1,
    open: 0.62,
    lids: 0.18,
    brows: 0.5,
    breath: 1,
  }
  const way = writer.way(rest, laugh, 3)
  const [low = 0, high = 0, middle = 0] = [
    laugh,
    { ...laugh, open: 0.4, breath: 3.4, lids: 0.5, roll: laugh.roll + 1.6 },
    { ...laugh, open: 0.52, breath: 2, roll: laugh.roll + 3.4, pitch: rest.pitch - 0.03 },
  ].map((one) => writer.frame(one))
  const glad = writer.frame({ ...rest, smile: 0.75, brows: 0.25, breath: 1.4 })
  return [
    ...each(way, 65),
    ...each([low, high, low, high, middle, high, low, middle, high, middle, low, middle], 105),
    ...each(back(way), 80),
    ...each([glad, glad, glad], 380),
  ]
}

export const loopScore = (owner: string, shown: PersonMoment): LoopScore => {
  const random = seededRandom(`score ${owner}`)
  const writer = new ScoreWriter()
  const rest = restOf(shown)
  const first = writer.frame(shown)
  const settling = writer.way(shown, rest, 3)
  const moments = Array.from({ length: BREATH_FRAMES }, (_, index) =>
    breathing(rest, index / BREATH_FRAMES),
  )
  const frames = moments.map((moment) => writer.frame(moment))
  const blink = blinkAt(writer, { moments, frames }, random.whole(5, 9))
  const side = random.pick([-1, 1])
  const about = glance(writer, rest, side, random)
  const typed = typing(writer, rest, random)
  const breath = each(frames, BREATH_MS)
  const gestures = random.pick([
    [about, blink(0), typed.steps],
    [typed.steps, blink(0), about],
  ] as const)
  return {
    moments: writer.moments,
    idle: [
      ...each([first, first], 350),
      ...each(settling, TURN_MS),
      ...blink(0),
      ...(gestures[0] ?? []),
      ...gestures[1],
      ...breath,
      ...gestures[2],
      ...blink(2),
      ...each(back(settling), TURN_MS),
    ],
    reactions: { laugh: laughing(writer, rest) },
    rest: frames,
    typing: typed.keys,
  }
}
