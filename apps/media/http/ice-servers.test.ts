import { expect, it } from "vitest"
import { parseIceServer, linkHeader } from "./ice-servers.ts"
import { readBearerToken } from "./admin-key.ts"

it.each([
  ["stun:stun.example", true],
  ["stuns:stun.example:5349", true],
  ["turn:[2001:db8::1]:3478?transport=udp|user|word", true],
  ["turn:turn.example|user|word", true],
  ["turn:turn.example", false],
  ["turn:turn.example|user", false],
  ['turn:turn.example|us"er|word', false],
  ["http://stun.example", false],
  ["stun:a>b", false],
  ["", false],
])("%j is an ICE server: %s", (text, isOne) => {
  expect(parseIceServer(text) !== undefined).toBe(isOne)
})

it("the Link header is absent where no server is set", () => {
  expect(linkHeader([])).toBeUndefined()
})

it.each([
  ["Bearer abc.def-1", "abc.def-1"],
  ["bearer abc", "abc"],
  ["Bearer ", undefined],
  ["Bearer a b", undefined],
  ["Basic abc", undefined],
  [undefined, undefined],
])("the header %j shows the token %j", (header, token) => {
  expect(readBearerToken(header)).toBe(token)
})
