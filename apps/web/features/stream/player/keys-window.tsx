/** The list of the player's shortcuts, and the switch for them. */
import { m } from "@foldcast/messages/messages"
import { Checkbox } from "@foldcast/ui/checkbox.tsx"
import { SiteDialog } from "../../site/site-window.tsx"
import { PLAYER_KEYS } from "./player-keys.ts"

export interface KeysWindowProps {
  readonly usesKeys: boolean
  readonly hasCaptions: boolean
  readonly onUse: (usesKeys: boolean) => void
  readonly onClose: () => void
}

export function KeysWindow({ usesKeys, hasCaptions, onUse, onClose }: KeysWindowProps) {
  return (
    <SiteDialog
      layer="playerKeys"
      isOpen
      onClose={onClose}
      title={m.keys_title()}
      closeLabel={m.receipt_close()}
    >
      <div className="stream-window">
        <dl className="keys">
          {PLAYER_KEYS.filter(({ does }) => hasCaptions || does !== "captions").map(
            ({ does, key, text }) => (
              <div key={does}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{text()}</dd>
              </div>
            ),
          )}
        </dl>
        <Checkbox isSelected={usesKeys} onChange={onUse}>
          {m.keys_use()}
        </Checkbox>
      </div>
    </SiteDialog>
  )
}
