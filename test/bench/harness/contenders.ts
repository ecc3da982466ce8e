/** All contenders, loaded one at a time: nothing of one is in the process of another. */
import type { Contender } from "./contest.ts"

export const CONTENDERS = {
  "decode/json-parse": () => import("../decode/json-parse.ts"),
  "decode/effect": () => import("../decode/effect.ts"),
  "decode/zod": () => import("../decode/zod.ts"),
  "decode/agreement": () => import("../decode/agreement.ts"),
  "append/event-log": () => import("../append/event-log.ts"),
  "append/bare-sqlite": () => import("../append/bare-sqlite.ts"),
} as const satisfies Readonly<Record<string, () => Promise<Contender>>>

export type ContenderName = keyof typeof CONTENDERS
