import { describe, expect, it } from "vitest"
import { EngineConnections, livePath, ownerOfPath } from "./engine-connections.ts"

const session = { _tag: "Session", session: "cs1" } as const
const desk = { _tag: "Desk", hold: "hold1" } as const
const camBack = { _tag: "CamBack", session: "cs1" } as const

describe("connections of the media engine", () => {
  it("are taken out with the first of their holders, once, with the time of their authorisation", () => {
    const connections = new EngineConnections()
    connections.authorise("c1", { by: [desk, camBack], publishes: null }, 5)
    connections.authorise("c2", { by: [session], publishes: null }, 6)
    expect(connections.take(camBack)).toEqual([{ connection: "c1", since: 5 }])
    expect(connections.take(desk)).toEqual([])
    expect([connections.isOpen("c1"), connections.isOpen("c2")]).toEqual([false, true])
  })

  it("are not opened by an authorisation that arrives after their end", () => {
    const connections = new EngineConnections()
    expect(connections.closed("c1")).toBeNull()
    connections.authorise("c1", { by: [session], publishes: null }, 5)
    expect(connections.isOpen("c1")).toBe(false)
  })

  it("name the path that another publisher may have when one of them closes", () => {
    const connections = new EngineConnections()
    connections.authorise("c1", { by: [desk], publishes: livePath("7") }, 5)
    expect(connections.closed("c1")).toBe("live/7")
  })

  it("publish by the stream key where the newest publisher used it and the path is published", () => {
    const connections = new EngineConnections()
    const key = { _tag: "StreamKey", performerId: "7" } as const
    connections.authorise("c1", { by: [desk], publishes: livePath("7") }, 5)
    connections.authorise("c2", { by: [key], publishes: livePath("7") }, 6)
    expect(connections.isByStreamKey("7")).toBe(false)
    connections.publish(livePath("7"))
    expect(connections.isByStreamKey("7")).toBe(true)
    connections.revoke("c2")
    expect(connections.isByStreamKey("7")).toBe(false)
  })
})

describe("a path of the media engine", () => {
  it("belongs to a performer, to a viewer's session, or to another service", () => {
    expect(ownerOfPath("live/7")).toEqual({ _tag: "Performer", performerId: "7" })
    expect(ownerOfPath("camback/cs1")).toEqual({ _tag: "CamBack", session: "cs1" })
    expect(ownerOfPath("elsewhere")).toBeNull()
  })
})
