/** The journeys that move money, in browsers in which a translator and other extensions work on every page. */
import { ALL_AT_WORK } from "../support/foreign-hands.ts"

process.env["FOREIGN_HANDS"] = JSON.stringify(ALL_AT_WORK)

await import("../e2e/buying.test.ts")
await import("../e2e/payment-outcomes.test.ts")
await import("../e2e/rooms.test.ts")
await import("../e2e/account.test.ts")
