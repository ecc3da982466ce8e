import { describe, expect, it } from "vitest"
import { audible, playerPreferences } from "../room/player-preferences.ts"
import { playerKeyOf, type PressedKey } from "./player-keys.ts"

const pressed = (key: string, changed: Partial<PressedKey> = {}): PressedKey => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  defaultPrevented: false,
  ...changed,
})
const FREE = { isWriting: false, isWindowOpen: false }

describe("a key of the player", () => {
  it.each([
    { key: "m", does: "mute" },
    { key: "M", does: "mute" },
    { key: "f", does: "fullScreen" },
    { key: "c", does: "captions" },
    { key: "t", does: "theatre" },
    { key: "?", does: "help" },
    { key: "x", does: null },
    { key: "Enter", does: null },
  ])("$key does $does", ({ key, does }) => {
    expect(playerKeyOf(pressed(key), FREE)).toBe(does)
  })

  it("does nothing while one writes, or a window is open", () => {
    expect(playerKeyOf(pressed("m"), { ...FREE, isWriting: true })).toBeNull()
    expect(playerKeyOf(pressed("m"), { ...FREE, isWindowOpen: true })).toBeNull()
  })

  it.each(["ctrlKey", "metaKey", "altKey", "repeat", "defaultPrevented"] as const)(
    "does nothing with %s",
    (name) => {
      expect(playerKeyOf(pressed("f", { [name]: true }), FREE)).toBeNull()
    },
  )
})

describe("the player's settings", () => {
  it.each([
    { kept: null, volume: 1, usesKeys: true, showsCaptions: false },
    {
      kept: { volume: "0.3", keys: "off", captions: "on" },
      volume: 0.3,
      usesKeys: false,
      showsCaptions: true,
    },
    { kept: { volume: "7", keys: "on" }, volume: 1, usesKeys: true, showsCaptions: false },
    { kept: { volume: "loud" }, volume: 1, usesKeys: true, showsCaptions: false },
  ])("read from $kept are a volume of $volume", ({ kept, ...choices }) => {
    expect(playerPreferences({ read: () => kept })).toEqual(choices)
  })

  it("turn sound on again as loud as it was, or half as loud as it gets", () => {
    const choices = { volume: 0, usesKeys: true, showsCaptions: false }
    expect(audible(choices)).toEqual({ ...choices, volume: 0.5 })
    expect(audible({ ...choices, volume: 0.05 })).toEqual({ ...choices, volume: 0.05 })
  })
})
