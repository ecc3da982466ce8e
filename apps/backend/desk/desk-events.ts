/** A room's events as lines at a desk. Pure. */
import type { DeskEvent, DeskLine } from "@foldcast/contracts/upstream/performer-desk"
import type { HostEvent } from "../chat/room-model/room-event.ts"

export const deskEventOf = (event: HostEvent): DeskEvent => {
  switch (event._tag) {
    case "Said": {
      const { nickname, message: text, isPrivate } = event
      return { _tag: "Said", nickname, text, isPrivate }
    }
    case "Tipped": {
      const { nickname, message: text, amount, isPublic, kind } = event
      const toyLevel = kind._tag === "Toy" ? kind.level : null
      return { _tag: "Tipped", nickname, text, amount, isPublic, toyLevel }
    }
    case "Joined": {
      const { nickname, isGuest, mode } = event
      return { _tag: "Joined", nickname, isGuest, mode, wasHere: false }
    }
    case "CamBack": {
      const { nickname, isOn } = event
      return { _tag: "CamBack", nickname, isOn }
    }
    case "Renamed": {
      const { from, to } = event
      return { _tag: "Renamed", from, to }
    }
    case "Left":
    case "CamBackEnded":
    case "VipRequested":
    case "VipTakenBack":
      return { _tag: event._tag, nickname: event.nickname }
    case "ModeChanged":
      return { _tag: "ModeChanged", mode: event.mode }
  }
}

/** A viewer who moves from one session to the next is back within so many milliseconds. */
const GOES_ON_WITHIN_MS = 3_000

/**
 * Appends a line. A viewer who moves between free and paid leaves with one session and joins with the next: that
 * becomes one line.
 */
export const withDeskLine = (
  lines: ReadonlyArray<DeskLine>,
  { number, at, event }: DeskLine,
): ReadonlyArray<DeskLine> => {
  if (event._tag !== "Joined") return [...lines, { number, at, event }]
  const left = lines.findLast(
    (line) => line.event._tag === "Left" && line.event.nickname === event.nickname,
  )
  if (left === undefined || at - left.at > GOES_ON_WITHIN_MS) {
    return [...lines, { number, at, event }]
  }
  return [
    ...lines.filter((line) => line !== left),
    { number, at, event: { ...event, wasHere: true } },
  ]
}
