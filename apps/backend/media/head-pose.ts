/** Where a point of a head is drawn that turns and nods: the head is an ellipsoid seen from afar. Pure. */
import type { FieldPoint } from "./curves.ts"

/** What a person does at one moment. Zero in everything: looks at the viewer, at ease. */
export interface PersonMoment {
  /** Radians, to the picture's right; at most a three-quarter view. */
  readonly yaw: number
  /** Radians, down. */
  readonly pitch: number
  /** Degrees, clockwise. */
  readonly roll: number
  /** How much of the eyes the lids cover, 0 to 1. */
  readonly lids: number
  /** Where the eyes look beside where the head does, -1 to 1. */
  readonly gaze: FieldPoint
  /** -0.3 to 1. */
  readonly smile: number
  /** How far the mouth is open, 0 to 1. */
  readonly open: number
  /** -1 to 1. */
  readonly brows: number
  /** How far the shoulders are up, in the field's units. */
  readonly breath: number
}

export const AT_EASE: PersonMoment = {
  yaw: 0,
  pitch: 0,
  roll: 0,
  lids: 0,
  gaze: [0, 0],
  smile: 0,
  open: 0,
  brows: 0,
  breath: 0,
}

/** `z` points to the viewer; 0 is the plane of the ears. */
export type HeadPoint = readonly [x: number, y: number, z?: number]

/** On the other side of the head. */
export const mirrored = (points: ReadonlyArray<HeadPoint>): ReadonlyArray<HeadPoint> =>
  points.map(([x, y, z = 0]) => [-x, y, z])

export interface HeadPose {
  readonly moment: PersonMoment
  readonly place: (point: HeadPoint) => FieldPoint
  readonly places: (points: ReadonlyArray<HeadPoint>) => ReadonlyArray<FieldPoint>
  /** How wide something at this side of the face looks, beside its width from the front. */
  readonly narrowing: (side: number) => number
}

/** The angle between the middle of the face and an eye. */
const EYE_ANGLE = 0.4

export const headPose = (moment: PersonMoment): HeadPose => {
  const { yaw, pitch } = moment
  const place = ([x, y, z = 0]: HeadPoint): FieldPoint => [
    x * Math.cos(yaw) + z * Math.sin(yaw),
    y * Math.cos(pitch) + z * Math.sin(pitch),
  ]
  return {
    moment,
    place,
    places: (points) => points.map(place),
    narrowing: (side) => Math.cos(yaw + side * EYE_ANGLE) / Math.cos(EYE_ANGLE),
  }
}
