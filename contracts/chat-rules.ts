/**
 * Figures of a room that the browser, the gateway and the chat service share, without schemas, so that a page can
 * name them without shipping a decoder.
 */
import { CREDITS_PER_CHAT_MINUTE } from "./chat-minute.ts"

/** Characters of a message in a room. Source: CHAT-38. */
export const MESSAGE_LENGTH = { minimum: 1, maximum: 250 } as const
/** Characters of a nickname in a room. Source: CHAT-39. */
export const NICKNAME_LENGTH = { minimum: 4, maximum: 14 } as const
/** Credits of a tip whose amount was typed; listed amounts are valid as they are. Source: CHAT-48, CHAT-49. */
export const TYPED_TIP = { minimum: 100, maximum: 100_000 } as const
/** Credits that a member must have to write in a room, where nothing is charged for it. Source: CHAT-40. */
export const MESSAGE_PRICE = 60
/** The service's word for a balance that does not reach (UA42). */
export const TOO_FEW_CREDITS_LABEL = "badRequest.deduct.credits.amount"
/** The service's word where one of the two has blocked the other, in rooms and in the inbox. */
export const BLOCKED_LABEL = "blocked"
/** The gateway's word to a page that says it can show no picture of what it would pay for. */
export const PICTURE_NOT_SHOWN = "pictureNotShown"
/** Credits of a minute. Source: CHAT-53, CHAT-54. */
export const CREDITS_PER_MINUTE = { free: 0, chat: CREDITS_PER_CHAT_MINUTE, vip: 240 } as const

/** Milliseconds without video after which paid time and free time stop running. */
export const BLACK_AFTER_MS = 5_000

export const TIP_TYPES = ["wink", "kiss", "drink", "heart", "gift"] as const
export type TipType = (typeof TIP_TYPES)[number]
/** The icon of a tip's button by its name; the page draws it. Source: CHAT-47. */
export type TipIcon =
  | "smile"
  | "rose"
  | "glass"
  | "heart"
  | "gift"
  | "feather"
  | "wind"
  | "waves"
  | "flame"
  | "bolt"
export interface QuickTip {
  readonly amount: number
  readonly tipType: TipType
  readonly icon: TipIcon
}
/** Amount by amount. Source: CHAT-50. */
export const QUICK_TIPS: ReadonlyArray<QuickTip> = [
  { amount: 50, tipType: "wink", icon: "smile" },
  { amount: 150, tipType: "kiss", icon: "rose" },
  { amount: 350, tipType: "drink", icon: "glass" },
  { amount: 500, tipType: "heart", icon: "heart" },
  { amount: 1_000, tipType: "gift", icon: "gift" },
]

export const TOY_INTENSITIES = ["low", "normal", "medium", "hard", "extreme"] as const
export type ToyIntensity = (typeof TOY_INTENSITIES)[number]
export interface ToyTip {
  readonly amount: number
  readonly intensity: ToyIntensity
  /** How strong. Source: CHAT-51. */
  readonly level: number
  readonly icon: TipIcon
}
export const TOY_TIPS: ReadonlyArray<ToyTip> = [
  { amount: 50, intensity: "low", level: 1, icon: "feather" },
  { amount: 150, intensity: "normal", level: 3, icon: "wind" },
  { amount: 300, intensity: "medium", level: 6, icon: "waves" },
  { amount: 500, intensity: "hard", level: 10, icon: "flame" },
  { amount: 1_000, intensity: "extreme", level: 20, icon: "bolt" },
]
