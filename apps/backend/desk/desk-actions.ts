/**
 * What the person at a desk does in the performer's room. Each action is checked against who is there now, and noted
 * among the desk's lines where the room tells nothing of it.
 */
import { Effect } from "effect"
import type { DeskAct, DeskEvent, DeskLabel } from "@foldcast/contracts/upstream/performer-desk"
import type { HostControl, HostViewer } from "../chat/room-service/host-control.ts"
import { Refused } from "../http/refused.ts"
import { block } from "../safety/change-block.ts"
import type { PerformerHold } from "./performer-hold.ts"

export const deskRefused = (label: DeskLabel, status: 400 | 409 = 409) =>
  new Refused({ status, label })

export type RoomAct = Exclude<DeskAct, { readonly _tag: "TakeOver" | "HandBack" }>

const viewerOf = (host: HostControl, session: string): Effect.Effect<HostViewer, Refused> => {
  const viewer = host.viewers().find((one) => one.session === session)
  return viewer === undefined ? Effect.fail(deskRefused("viewerGone")) : Effect.succeed(viewer)
}

/** The viewer of this session, who waits for VIP. */
const waitingViewer = Effect.fnUntraced(function* (host: HostControl, session: string) {
  const viewer = yield* viewerOf(host, session)
  return viewer.waitsForVip ? viewer : yield* deskRefused("vipNotRunning")
})

export const actAsHost = Effect.fnUntraced(function* (
  { host, performerId }: { readonly host: HostControl; readonly performerId: string },
  hold: PerformerHold,
  act: RoomAct,
  note: (event: DeskEvent) => void,
) {
  switch (act._tag) {
    case "Say": {
      const { text, to } = act
      const viewer = to === null ? null : yield* viewerOf(host, to)
      if (!host.say(text, to)) return yield* deskRefused("malformed", 400)
      return note({ _tag: "Answered", text, to: viewer?.nickname ?? null })
    }
    case "AcceptVip": {
      const { nickname } = yield* waitingViewer(host, act.session)
      note({ _tag: "VipAccepted", nickname })
      return host.accept(act.session)
    }
    case "DeclineVip": {
      const { session, reason } = act
      const { nickname } = yield* waitingViewer(host, session)
      host.decline(session, reason)
      return note({ _tag: "VipDeclined", nickname, reason })
    }
    case "StopVip":
      if (host.mode() !== "vip") return yield* deskRefused("vipNotRunning")
      return host.stopVip(null)
    case "Remove": {
      const { session, reason } = act
      const { nickname } = yield* viewerOf(host, session)
      note({ _tag: "Removed", nickname, reason })
      return host.kick(session, reason)
    }
    case "Block": {
      const { nickname } = yield* viewerOf(host, act.session)
      const memberId = host.memberOf(act.session)
      if (memberId === null) return yield* deskRefused("guestNotBlocked")
      yield* block({ memberId, performerId }, "performer")
      return note({ _tag: "Blocked", nickname })
    }
    case "EndCamBack":
      yield* viewerOf(host, act.session)
      return host.endCamBack(act.session)
    case "Switch":
      return host.switchTo(act.mode)
    case "Resume":
      return host.mode() === "paused" ? host.switchTo(hold.beforePause) : undefined
  }
})
