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
import { ChatRooms } from "../chat/room-service/chat-rooms.ts"
import { joinAsCaller } from "../phone/caller.ts"
import { guestOrMemberCall, memberCall, memberOrCallerCall, openCall } from "./call.ts"
import { routesOf } from "./routes.ts"

const putSetLobby = guestOrMemberCall({
  body: SetLobbyRequest,
  answer: SetLobbyAnswer,
  handle: Effect.fnUntraced(function* ({ body, address, lang }, member) {
    const { lobby, connection, viewer: browser, nickname = null } = body
    const viewer = { memberId: member?.id ?? null, browser, address, lang }
    const performerId = String(lobby)
    return yield* (yield* ChatRooms).setLobby(viewer, member, { performerId, connection, nickname })
  }),
})

/**
 * `POST` on leaving, and as a beacon with the key in the query when a page closes; `PUT` on moving to another
 * session.
 */
const leave = openCall({
  body: LeaveRequest,
  answer: DoneAnswer,
  handle: Effect.fnUntraced(function* ({ body }) {
    yield* (yield* ChatRooms).leave(body.auth)
    return {}
  }),
})

const postAction = openCall({
  body: ActionRequest,
  answer: DoneAnswer,
  handle: Effect.fnUntraced(function* ({ body }) {
    yield* (yield* ChatRooms).act(body)
    return {}
  }),
})

const postWatch = openCall({
  body: MediaGrantRequest,
  answer: MediaGrantAnswer,
  handle: Effect.fnUntraced(function* ({ body }) {
    return yield* (yield* ChatRooms).watch(body.auth)
  }),
})

const postCamBack = openCall({
  body: CamBackRequest,
  answer: CamBackAnswer,
  handle: Effect.fnUntraced(function* ({ body }) {
    return yield* (yield* ChatRooms).camBack(body.auth)
  }),
})

/** Logged; it changes nothing. */
const postChatError = openCall({
  body: ChatErrorRequest,
  answer: DoneAnswer,
  handle: Effect.fnUntraced(function* ({ body }) {
    yield* Effect.logWarning("the other side of the chat reports an error", { error: body.error })
    return {}
  }),
})

const entryOf = ({ performerId, mode, session }: typeof JoinRequest.Type) => ({
  performerId: String(performerId),
  mode,
  session: session ?? null,
})

const postChatJoin = memberOrCallerCall({
  storesFor: "members",
  body: JoinRequest,
  answer: JoinAnswer,
  handle: Effect.fnUntraced(function* (member, { body, address, lang }) {
    const viewer = { memberId: member.id, browser: "", address, lang }
    return yield* (yield* ChatRooms).join(member, viewer, entryOf(body))
  }),
  handleCaller: (caller, { body, address, lang }) =>
    joinAsCaller(caller, entryOf(body), { address, lang }),
})

const postTip = memberCall({
  storesFor: "members",
  body: SendTipRequest,
  answer: DoneAnswer,
  handle: Effect.fnUntraced(function* (member, { body, lang }) {
    const { flag: isPublic, ...tip } = body
    yield* (yield* ChatRooms).tipOutOfRoom(member, lang, { ...tip, isPublic })
    return {}
  }),
})

export const chatRoutes = routesOf({
  "PUT /chat/set-lobby": putSetLobby,
  "POST /chat/leave": leave,
  "PUT /chat/leave": leave,
  "POST /chat/action": postAction,
  "POST /chat/watch": postWatch,
  "POST /chat/cam-back": postCamBack,
  "POST /chat/error": postChatError,
})

export const memberChatRoutes = routesOf({
  "POST /chat/join": postChatJoin,
  "POST /tip": postTip,
})
