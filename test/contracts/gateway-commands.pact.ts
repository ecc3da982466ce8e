/** What the browser needs of the gateway's commands: how they are sent, admitted and refused. */
import { Pact } from "@pact-foundation/pact"
import { Schema } from "effect"
import { expect, it } from "vitest"
import { COMMAND_TAGS, CommandRequest } from "@foldcast/contracts/commands/command"
import { NO_COOKIE } from "@foldcast/contracts/commands/no-cookie"
import { Admitted, Problem } from "@foldcast/contracts/commands/problem"
import { matcherOf, type PactTemplate } from "@foldcast/verify/matchers"
import { COMMAND_EXAMPLES } from "./examples.ts"
import {
  decodeProblem,
  HEADERS,
  HEADERS_FROM_STATE,
  HEADERS_WITHOUT_COOKIE,
  HEADERS_WITHOUT_COOKIE_FROM_STATE,
  VISIT,
  VISIT_UNKNOWN,
} from "./gateway-visit.ts"
import { pactFolder } from "./pact-folder.ts"
import { fromState } from "./state-expressions.ts"

const pact = new Pact({ consumer: "web", provider: "gateway", dir: pactFolder, logLevel: "error" })

const KEEPS_NO_COOKIE = {
  type: "about:blank",
  title: "The browser sent no cookie",
  status: 401,
  label: NO_COOKIE,
  reference: "ABCD-1234",
}

const COMMAND = "command-00000000000001"
const encode = Schema.encodeSync(CommandRequest)
const decodeAdmitted = Schema.decodeUnknownSync(Admitted)

const GUEST_COMMANDS: ReadonlySet<string> = new Set(["Register", "LogIn"])

const body = (tag: (typeof COMMAND_TAGS)[number], visit: string) => ({
  commandId: COMMAND,
  visit,
  command: COMMAND_EXAMPLES[tag],
})

const post = (url: string, request: typeof CommandRequest.Encoded) =>
  fetch(`${url}/api/commands`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...HEADERS },
    body: JSON.stringify(request),
  })

it.each(COMMAND_TAGS)("the browser sends %s and is admitted", async (tag) => {
  const request = encode(Schema.decodeUnknownSync(CommandRequest)(body(tag, VISIT)))
  const template = matcherOf(CommandRequest, request) as { readonly [key: string]: PactTemplate }
  const answer = { commandId: COMMAND, epoch: "e1", seq: 5 }
  await pact
    .addInteraction()
    .given("a visit", { of: GUEST_COMMANDS.has(tag) ? "a guest" : "a member" })
    .uponReceiving(`the command ${tag}`)
    .withRequest("POST", "/api/commands", (builder) => {
      builder.headers(HEADERS_FROM_STATE)
      builder.jsonBody({
        ...template,
        commandId: fromState("${commandId}", COMMAND),
        visit: fromState("${visit}", VISIT),
      })
    })
    .willRespondWith(202, (builder) => {
      builder.jsonBody(matcherOf(Admitted, answer))
    })
    .executeTest(async ({ url }) => {
      const response = await post(url, request)
      expect(decodeAdmitted(await response.json())).toEqual(answer)
    })
})

it("the browser is told with a problem that it keeps no cookie", async () => {
  const request = encode(Schema.decodeUnknownSync(CommandRequest)(body("LogIn", VISIT)))
  await pact
    .addInteraction()
    .given("a visit", { of: "a guest" })
    .uponReceiving("a command without the site's cookie")
    .withRequest("POST", "/api/commands", (builder) => {
      builder.headers(HEADERS_WITHOUT_COOKIE_FROM_STATE)
      builder.jsonBody({
        ...request,
        commandId: fromState("${commandId}", COMMAND),
        visit: fromState("${visit}", VISIT),
      })
    })
    .willRespondWith(401, (builder) => {
      builder.headers({ "Content-Type": "application/problem+json" })
      // Only its label distinguishes it from a log-out.
      builder.jsonBody({ ...(matcherOf(Problem, KEEPS_NO_COOKIE) as object), label: NO_COOKIE })
    })
    .executeTest(async ({ url }) => {
      const response = await fetch(`${url}/api/commands`, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...HEADERS_WITHOUT_COOKIE },
        body: JSON.stringify(request),
      })
      expect(decodeProblem(await response.json())).toEqual(KEEPS_NO_COOKIE)
    })
})

it("the browser is told with a problem that the visit is not its own", async () => {
  const request = encode(Schema.decodeUnknownSync(CommandRequest)(body("LogOut", VISIT)))
  await pact
    .addInteraction()
    .given("a visit", { of: "a member" })
    .given("a visit of somebody else")
    .uponReceiving("a command for somebody else's visit")
    .withRequest("POST", "/api/commands", (builder) => {
      builder.headers(HEADERS_FROM_STATE)
      builder.jsonBody({
        ...request,
        commandId: fromState("${commandId}", COMMAND),
        visit: fromState("${foreignVisit}", VISIT),
      })
    })
    .willRespondWith(404, (builder) => {
      builder.headers({ "Content-Type": "application/problem+json" })
      builder.jsonBody(matcherOf(Problem, VISIT_UNKNOWN))
    })
    .executeTest(async ({ url }) => {
      const response = await post(url, request)
      expect(decodeProblem(await response.json())).toEqual(VISIT_UNKNOWN)
    })
})
