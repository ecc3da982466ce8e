/** The journeys of account and wallet, with the member API called over its socket. */
import { env } from "node:process"

env["MEMBER_API_TRANSPORT"] = "socket"

await import("./member-journeys.ts")
