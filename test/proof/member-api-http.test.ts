/** The journeys of account and wallet, with the member API called over HTTP. */
import "./member-journeys.ts"
