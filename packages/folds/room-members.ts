/**
 * The members in the room and their nicknames, this document's included. Pure.
 *
 * The count is separate, because only the first 50 nicknames are kept, and because it is of those who are let see the
 * performer: outside free chat only the service's list says how many that are. Among the nicknames kept, a member who
 * joins again is not counted again.
 */
import { type RoomHandlers, withChosenName } from "./room-change.ts"
import { withAction } from "./room-lines.ts"
import type { RoomState } from "./room-state.ts"
import { withChanges } from "./slice.ts"

const MAX_NICKNAMES = 50

/** In free chat whoever comes watches. */
const countAfter = ({ mode, members: { count } }: RoomState, by: -1 | 0 | 1): number =>
  mode === null || mode === "free" ? Math.max(0, count + by) : count

export const memberEvents = {
  RoomMembersListed: (room, { count, nicknames }) => ({
    ...room,
    members: { count, nicknames },
  }),
  RoomMemberJoined: (room, { nickname }) => {
    const { nicknames } = room.members
    if (nicknames.includes(nickname)) return room
    return {
      ...room,
      members: {
        count: countAfter(room, 1),
        nicknames: [...nicknames, nickname].slice(0, MAX_NICKNAMES),
      },
    }
  },
  RoomMemberLeft: (room, { nickname }) => {
    const { nicknames } = room.members
    return {
      ...room,
      members: {
        count: countAfter(room, -1),
        nicknames: nicknames.filter((name) => name !== nickname),
      },
    }
  },
  // An erased member has no name any more, so the names stay until the next list replaces them.
  RoomMemberErased: (room, { was }) => {
    const by = ({ joined: 1, left: -1, renamed: 0 } as const)[was]
    return { ...room, members: { ...room.members, count: countAfter(room, by) } }
  },
  NicknameChanged: (room, { from, to }, envelope) => {
    const { presence, members } = room
    const isMine = presence._tag === "Inside" && presence.nickname === from
    const renamed: RoomState = {
      ...(isMine ? withChosenName(room) : room),
      presence: isMine ? { ...presence, nickname: to } : presence,
      nicknameRefusal: isMine ? null : room.nicknameRefusal,
      members: {
        ...members,
        nicknames: members.nicknames.map((name) => (name === from ? to : name)),
      },
    }
    return isMine ? withAction(renamed, envelope, "nicknameChanged", to) : renamed
  },
  NicknameRefused: (room, { label }) => withChanges(room, { nicknameRefusal: label }),
} satisfies Partial<RoomHandlers>
