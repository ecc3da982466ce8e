/** Which fields of events are somebody's own. */
import { describe, expect, it } from "vitest"
import { EVENT_TAGS, FACT_SCHEMAS, FACT_TRAITS } from "@foldcast/contracts/stream/event"
import { sensitivityOf } from "@foldcast/contracts/sensitivity"
import { SchemaAST } from "effect"
import { AUTHORED_TAGS, authoredFields, MARKER_TRAITS } from "./authored.ts"

const DIGEST = "0".repeat(64)

/** Whether a field holds a name that somebody has in a room, or several. */
const holdsNickname = (ast: SchemaAST.AST): boolean => {
  const policy = sensitivityOf(ast)
  if (policy?.policy === "token") return String(policy.form(DIGEST)).startsWith("nick-")
  return ast._tag === "Arrays" && ast.rest.some(holdsNickname)
}

/** What is of one's own visit alone, and goes with it. */
const OWN = ["RoomJoined.nickname"]

describe("the authored fields of an event", () => {
  it("are all those that hold a name from a room", () => {
    const named = EVENT_TAGS.flatMap((tag) =>
      FACT_SCHEMAS[tag].ast.propertySignatures
        .filter(({ type }) => holdsNickname(type))
        .map(({ name }) => `${tag}.${String(name)}`),
    )
    const authored = AUTHORED_TAGS.flatMap((tag) =>
      Object.keys(authoredFields(tag)).map((field) => `${tag}.${field}`),
    )
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((field) => !authored.includes(field))).toEqual(OWN)
  })

  it("have markers of one version and scope, as they are declared", () => {
    for (const tag of ["RoomLineErased", "RoomMemberErased"] as const)
      expect(FACT_TRAITS[tag]).toEqual(MARKER_TRAITS)
  })
})
