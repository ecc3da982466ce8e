/** What a desk reads of what happens in a room. Pure. Caller: desks.ts. */
import type { DeskEvent } from "@foldcast/contracts/upstream/performer-desk"
import type { HostEvent } from "../chat/room-event.ts"

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
      return { _tag: "Joined", nickname, isGuest, mode }
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
    case "VipRequested":
    case "VipTakenBack":
      return { _tag: event._tag, nickname: event.nickname }
    case "ModeChanged":
      return { _tag: "ModeChanged", mode: event.mode }
  }
}
