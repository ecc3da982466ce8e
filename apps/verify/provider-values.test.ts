import { expect, it } from "vitest"
import type { HttpInteraction } from "./pact-file.ts"
import { missingValues, readyRequest } from "./provider-values.ts"
import { reproduction } from "./reproduction.ts"

const interaction: HttpInteraction = {
  type: "Synchronous/HTTP",
  description: "a payment session",
  request: {
    method: "POST",
    path: "/payment/session/x",
    query: { lang: ["nl"] },
    headers: { Authorization: ["Bearer t"], "X-Api-Key": ["k"] },
    body: { content: { bundle: 1, lang: "nl" }, contentType: "application/json" },
    generators: {
      path: { type: "ProviderState", expression: "/payment/session/${sessionId}" },
      header: {
        authorization: { type: "ProviderState", expression: "Bearer ${token}" },
        "X-Api-Key": { type: "ProviderState", expression: "${apiKey}" },
      },
      body: { "$.bundle": { type: "ProviderState", expression: "${bundleId}" } },
    },
  },
  response: { status: 200 },
}

it("the provider's values are put into path, headers and body, and a number stays a number", () => {
  const values = { token: "T", sessionId: "ps_7", bundleId: 42, apiKey: "secret-key" }
  expect(readyRequest(interaction, values)).toEqual({
    method: "POST",
    target: "/payment/session/ps_7?lang=nl",
    headers: { Authorization: "Bearer T", "X-Api-Key": "secret-key" },
    body: `{"bundle":42,"lang":"nl"}`,
  })
})

it("a value that the request needs and no state answered is named", () => {
  const values = { token: "T", sessionId: null, apiKey: "secret-key" }
  expect(missingValues(interaction, values)).toEqual(["sessionId", "bundleId"])
  expect(missingValues(interaction, { ...values, sessionId: "ps_7", bundleId: 42 })).toEqual([])
})

it("the line that repeats a request does not show the key", () => {
  const values = { token: "it's", sessionId: "ps_7", bundleId: 42, apiKey: "secret-key" }
  const line = reproduction("http://127.0.0.1:1", readyRequest(interaction, values), {
    value: "secret-key",
    variable: "PERFORMER_SERVICE_KEY",
  })
  expect(line).toContain(`-H "X-Api-Key: $PERFORMER_SERVICE_KEY"`)
  expect(line).toContain(String.raw`'Authorization: Bearer it'\''s'`)
  expect(line).not.toContain("secret-key")
})
