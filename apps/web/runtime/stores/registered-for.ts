/** `register:for`: what a visitor wanted on the profile that they registered from; offered again once verified. */
import { literalCodec } from "./codecs.ts"
import { localItem } from "./stored-item.ts"

export const ROOM_ACTIONS = ["tip", "private", "vip"] as const
export type RoomAction = (typeof ROOM_ACTIONS)[number]

export const registeredForStore = localItem("register:for", "return", literalCodec(ROOM_ACTIONS))
