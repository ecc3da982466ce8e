/**
 * The chat service's calls: PUT chat/set-lobby, POST and PUT chat/leave, POST chat/action, watch, cam-back and error,
 * and of the member API POST /chat/join and POST /tip. What they do is in chat/.
 */
import { Effect } from "effect"
import {
  ActionRequest,
  CamBackAnswer,
  CamBackRequest,
  ChatErrorRequest,
  JoinAnswer,
  JoinRequest,
  LeaveRequest,
  SendTipRequest,
  SetLobbyAnswer,
  SetLobbyRequest,
  MediaGrantAnswer,
  MediaGrantRequest,
} from "@foldcast/contracts/upstream/chat-service"
import { DoneAnswer } from "@foldcast/contracts/upstream/member-api"
import { Rooms } from "../chat/rooms.ts"
import { memberCall, openCall } from "../http/call.ts"

export const putSetLobby = openCall({
  body: SetLobbyRequest,
  answer: SetLobbyAnswer,
  handle: Effect.fnUntraced(function* ({ body, address, lang }, member) {
    const { lobby, connection, viewer: browser, nickname = null } = body
    const viewer = { memberId: member?.id ?? null, browser, address, lang }
    const performerId = String(lobby)
    return yield* (yield* Rooms).setLobby(viewer, member, { performerId, connection, nickname })
  }),
})

const leave = openCall({
  body: LeaveRequest,
  answer: DoneAnswer,
  handle: Effect.fnUntraced(function* ({ body }) {
    yield* (yield* Rooms).leave(body.auth)
    return {}
  }),
})
/** On leaving, and as a beacon of a page that goes, with the key in the query. */
export const postLeave = leave
/** On going on to another session. */
export const putLeave = leave

export const postAction = openCall({
  body: ActionRequest,
  answer: DoneAnswer,
  handle: Effect.fnUntraced(function* ({ body }) {
    yield* (yield* Rooms).act(body)
    return {}
  }),
})

export const postWatch = openCall({
  body: MediaGrantRequest,
  answer: MediaGrantAnswer,
  handle: Effect.fnUntraced(function* ({ body }) {
    return yield* (yield* Rooms).watch(body.auth)
  }),
})

export const postCamBack = openCall({
  body: CamBackRequest,
  answer: CamBackAnswer,
  handle: Effect.fnUntraced(function* ({ body }) {
    return yield* (yield* Rooms).camBack(body.auth)
  }),
})

/** Said where people look; it changes nothing. */
export const postChatError = openCall({
  body: ChatErrorRequest,
  answer: DoneAnswer,
  handle: Effect.fnUntraced(function* ({ body }) {
    yield* Effect.logWarning("the other side of the chat reports an error", { error: body.error })
    return {}
  }),
})

export const postChatJoin = memberCall({
  storesFor: "members",
  body: JoinRequest,
  answer: JoinAnswer,
  handle: Effect.fnUntraced(function* (member, { body, address, lang }) {
    const { performerId, mode, session = null } = body
    const viewer = { memberId: member.id, browser: "", address, lang }
    const given = { performerId: String(performerId), mode, session }
    return yield* (yield* Rooms).join(member, viewer, given)
  }),
})

export const postTip = memberCall({
  storesFor: "members",
  body: SendTipRequest,
  answer: DoneAnswer,
  handle: Effect.fnUntraced(function* (member, { body, lang }) {
    const { flag: isPublic, ...tip } = body
    yield* (yield* Rooms).tipOutside(member, lang, { ...tip, isPublic })
    return {}
  }),
})
