// Made by `npm run docs` from contracts/commands/dial-in-commands.ts.
import type { EventTag } from "../stream/event.ts"
import type { DialInCommandTag } from "./dial-in-commands.ts"

export const DIAL_IN_OUTCOMES: Readonly<Record<DialInCommandTag, ReadonlyArray<EventTag>>> = {
  ListDialInNumbers: ["DialInNumbersListed"],
  OpenIvrSession: ["IvrSessionOpened"],
  StartDialIn: ["DialInStarted","DialInRefused"],
  CheckDialIn: ["DialInStateChanged"],
  EndDialIn: ["DialInStateChanged"],
}
