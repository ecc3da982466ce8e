import { describe, expect, it } from "vitest"
import { protocolFindings, type ProtocolParts } from "./protocol.ts"

const word = (value: string) => ({ type: "string", enum: [value] })

const asyncApi = {
  channels: { stream: { address: "/api/stream", "x-close-codes": { "4008": "tooSlow" } } },
  components: {
    schemas: {
      "GatewayFrame.Frame.ping": { properties: { k: word("ping"), seq: {}, n: {} } },
      "GatewayFrame.Frame.reset": { properties: { k: word("reset"), reason: word("ended") } },
      "BrowserFrame.Frame.facts": {
        properties: { k: word("facts"), facts: { items: { properties: { _tag: word("Muted") } } } },
      },
      Envelope: { anyOf: [{ properties: { _tag: word("LoggedIn") } }] },
    },
  },
}
const openApi = {
  paths: { "/api/commands": { post: {} }, "/api/session": { get: {} } },
  components: { schemas: { CommandRequest: { properties: { _tag: word("LogIn") } } } },
}
const problems = [{ type: "urn:x:gone", status: 404, label: "gone" }]

const TEXT = `# The protocol

\`/api/stream\`, \`/api/commands\`

## Frames

| \`k\` | members | meaning |
|---|---|---|
| \`ping\` | \`seq\`, \`n\` | still there |
| \`reset\` | \`reason\` | anew |
| \`facts\` | \`facts\` | what was done |

### Resume and reset

| \`reason\` | why |
|---|---|
| \`ended\` | over |

### Close codes

| code | meaning |
|---|---|
| 4008 | too slow |

### Events

| fact | when |
|---|---|
| \`LoggedIn\` | in |

### Client facts

| client fact | when |
|---|---|
| \`Muted\` | silent |

## Commands

| command | asks for |
|---|---|
| \`LogIn\` | a session |

## Queries

| path | answers |
|---|---|
| \`/api/session\` | who |

## Problems

| \`type\` | status | \`label\` |
|---|---|---|
| \`urn:x:gone\` | 404 | \`gone\` |
`

const findings = (parts: Partial<ProtocolParts>) =>
  protocolFindings({ text: TEXT, asyncApi, openApi, problems, ...parts })

describe("the protocol's document", () => {
  it("is right when it names what the descriptions have", () => {
    expect(findings({})).toEqual([])
  })

  it.each([
    ["| `LogIn` | a session |\n", '"Commands" lacks LogIn'],
    ["| `LoggedIn` | in |\n", '"Events" lacks LoggedIn'],
    ["| `Muted` | silent |\n", '"Client facts" lacks Muted'],
    ["| 4008 | too slow |\n", '"Close codes" lacks 4008'],
    ["| `ended` | over |\n", '"Resume and reset" lacks ended'],
    [", `n`", '"Frames" lacks ping: n, seq'],
    ["`/api/commands`", '"Paths" lacks /api/commands'],
    ["| `urn:x:gone` | 404 | `gone` |\n", '"Problems" lacks urn:x:gone 404 gone'],
  ])("is wrong without what is taken out: %s", (taken, finding) => {
    expect(findings({ text: TEXT.replace(taken, "") })).toContain(`docs/protocol.md: ${finding}`)
  })

  it("is wrong where it claims what no description has", () => {
    const text = TEXT.replace("| `LogIn` |", "| `LogIn`, `Fly` |").replace("| 404 |", "| 410 |")
    expect(findings({ text })).toEqual([
      'docs/protocol.md: "Commands" names Fly, which nothing describes',
      'docs/protocol.md: "Problems" lacks urn:x:gone 404 gone',
      'docs/protocol.md: "Problems" names urn:x:gone 410 gone, which nothing describes',
    ])
  })
})
