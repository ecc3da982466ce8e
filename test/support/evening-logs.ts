/** Reads the logs of an evening again: each holds what its tab received, and all say the same of what they share. */
import { expect } from "vitest"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import { foldAll } from "@foldcast/folds/site"
import type { RoomScene } from "./room-scene.ts"
import type { RoomTab } from "./room-tab.ts"
import type { TestTab } from "./test-tabs.ts"

/** The part of an envelope that is equal for all its receivers. */
const sharedPart = ({ id, at, src, event }: OpenEnvelope) => ({ id, at, src, event })

/** The log holds the received events without a gap, and folds to the same state. */
export const readAgain = async (
  scene: RoomScene,
  { name, heard: known, state, browserTab }: RoomTab,
): Promise<void> => {
  const heard = [...known]
  const first = heard[0]?.seq ?? 0
  expect(heard.map(({ seq }) => seq)).toEqual(heard.map((_, place) => first + place))
  const { visit } = browserTab
  const { epoch } = await browserTab.stream.first("hello")
  const again: TestTab["stream"] = await scene.attach(scene.reconnected(browserTab.browser), {
    visit,
    epoch,
    seq: String(first - 1),
  })
  const log = again.events.slice(0, heard.length)
  again.close()
  expect(log, `the log of ${name}`).toEqual(heard)
  const entries = log.map((envelope) => ({ kind: "event", envelope }) as const)
  expect(foldAll(INITIAL_STATE, entries)).toEqual(state)
}

/** An event that is stored once is equal in every tab that received it. */
export const areToldAlike = (tabs: ReadonlyArray<RoomTab>): void => {
  const known = new Map<string, OpenEnvelope>()
  for (const { heard } of tabs) {
    for (const envelope of heard) {
      const other = known.get(envelope.id)
      if (other === undefined) known.set(envelope.id, envelope)
      else expect(sharedPart(envelope)).toEqual(sharedPart(other))
    }
  }
}
