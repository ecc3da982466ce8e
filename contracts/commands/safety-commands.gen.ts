// Made by `npm run docs` from contracts/commands/safety-commands.ts.
import type { EventTag } from "../stream/event.ts"
import type { SafetyCommandTag } from "./safety-commands.ts"

export const SAFETY_OUTCOMES: Readonly<Record<SafetyCommandTag, ReadonlyArray<EventTag>>> = {
  BlockPerformer: ["PerformerBlocked","BlockRefused"],
  UnblockPerformer: ["PerformerUnblocked","BlockRefused"],
  SendReport: ["ReportReceived","ReportRefused"],
}
