/** The four ways to talk with a performer, each with what it is and what a minute of it costs (PROFILE-05). */
import { m } from "@foldcast/messages/messages"
import { Tabs } from "@foldcast/ui/tabs.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { languageName } from "../performers/spoken-languages.ts"
import { ModePrice } from "./mode-price.tsx"
import { MODE_TRAITS, STREAM_MODES } from "./stream-modes.ts"

export interface ModeTabsProps {
  readonly name: string
  readonly isOnline: boolean
  /** As upstream names it; null: not told. */
  readonly chatLocale: string | null
}

export function ModeTabs({ name, isOnline, chatLocale }: ModeTabsProps) {
  const locale = useLocale()
  const opens = isOnline ? m.mode_opens_later() : m.mode_opens_online({ name })
  const tabs = STREAM_MODES.map((mode) => ({
    id: mode,
    label: MODE_TRAITS[mode].name(),
    content: (
      <div className="stream-tabs__panel">
        {/* Where no tab names it. */}
        <h2 className="stream-tabs__mode">{MODE_TRAITS[mode].name()}</h2>
        <p className="stream-tabs__price tabular">
          <ModePrice mode={mode} />
        </p>
        <p>{MODE_TRAITS[mode].text({ name })}</p>
        {chatLocale !== null && (
          <p>{m.mode_language({ language: languageName(chatLocale, locale) })}</p>
        )}
        <p className="stream-tabs__opens">{opens}</p>
      </div>
    ),
  }))
  return (
    <div className="stream-tabs">
      <Tabs label={m.mode_label({ name })} tabs={tabs} />
    </div>
  )
}
