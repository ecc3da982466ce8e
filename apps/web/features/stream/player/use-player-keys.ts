/** Listens to the player's shortcuts on the whole page. */
import { useEffect, useEffectEvent } from "react"
import { type PlayerKey, playerKeyOf } from "./player-keys.ts"

/** Sliders and checkboxes take no letters. */
const WRITTEN_IN =
  'input:not([type="range"], [type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable="true"], [role="textbox"], [role="combobox"]'
const WINDOWS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

export const usePlayerKeys = (isOn: boolean, act: (key: PlayerKey) => void): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const key = playerKeyOf(event, {
      isWriting: document.activeElement?.matches(WRITTEN_IN) ?? false,
      isWindowOpen: document.querySelector(WINDOWS) !== null,
    })
    if (key !== null) act(key)
  })
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => {
      onKey(event)
    }
    addEventListener("keydown", listen)
    return () => {
      removeEventListener("keydown", listen)
    }
  }, [isOn])
}
