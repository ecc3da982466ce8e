/** The commands by which people keep others away. */
import { performerStandIn } from "../client-facts/named-paths.ts"
import { PerformerId } from "../ids.ts"
import { token } from "../sensitivity.ts"
import { command, PLAIN } from "./command-declaration.ts"

const performerId = token(PerformerId, performerStandIn)

export const SAFETY_COMMANDS = [
  /** Idempotent, for members alone. Rooms and private messages refuse both of the two from then on. */
  command(
    "BlockPerformer",
    { performerId },
    { ...PLAIN, outcomes: ["PerformerBlocked", "BlockRefused"], whenFull: "allowedWhileLow" },
  ),
  /** Idempotent. What the performer blocked stays blocked. */
  command(
    "UnblockPerformer",
    { performerId },
    { ...PLAIN, outcomes: ["PerformerUnblocked", "BlockRefused"] },
  ),
] as const
export type SafetyCommandTag = (typeof SAFETY_COMMANDS)[number]["tag"]
