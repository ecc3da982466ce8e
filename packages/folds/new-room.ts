/** The state of a room before its first fact. Pure. */
import { MESSAGE_PRICE } from "@foldcast/contracts/chat-rules"
import { TAB } from "@foldcast/contracts/client-facts/live-tab"
import type { RoomState } from "./room-state.ts"

const EMPTY = { lines: [], unseen: 0 } as const

export const newRoom = (performerId: string): RoomState => ({
  performerId,
  presence: { _tag: "Outside" },
  mode: null,
  members: { count: 0, nicknames: [] },
  rooms: { public: EMPTY, private: EMPTY, vip: EMPTY },
  outgoing: [],
  tabs: { active: TAB.public, previous: TAB.public },
  vip: { _tag: "None" },
  vipStopRefusal: null,
  vipHold: null,
  paid: null,
  receipt: null,
  tip: { _tag: "None" },
  nicknameRefusal: null,
  isInterrupted: false,
  isMuted: true,
  miniPlayer: false,
  creditsKicked: false,
  shortFor: null,
  dialIn: false,
  camBack: "off",
  player: { error: null, audio: "unknown", video: "unknown", videoTold: 0 },
  settings: { messagePrice: MESSAGE_PRICE, hasToy: false, chatLocale: null },
})
