/** The ways to talk with a performer, each with what it is and what a minute of it costs (PROFILE-05). */
import { m } from "@foldcast/messages/messages"
import { Tabs } from "@foldcast/ui/tabs.tsx"
import { ModeIntroduction, ModePanel } from "./mode-panel.tsx"
import { ModeTabLabel } from "./mode-tab-label.tsx"
import { STREAM_MODES } from "./stream-modes.ts"

export interface ModeTabsProps {
  readonly name: string
  readonly isOnline: boolean
  /** As upstream names it; null: not told. */
  readonly chatLocale: string | null
}

export function ModeTabs({ name, isOnline, chatLocale }: ModeTabsProps) {
  const opens = isOnline ? m.mode_opens_later() : m.mode_opens_online({ name })
  const tabs = STREAM_MODES.map((mode) => ({
    id: mode,
    label: <ModeTabLabel mode={mode} />,
    content: (
      <ModePanel mode={mode}>
        <ModeIntroduction mode={mode} name={name} chatLocale={chatLocale} opens={opens} />
      </ModePanel>
    ),
  }))
  return (
    <div className="stream-tabs">
      <Tabs label={m.mode_label({ name })} tabs={tabs} />
    </div>
  )
}
