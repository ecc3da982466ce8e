/** One way to talk with a performer: its name, its price, and what it is. */
import type { ReactNode } from "react"
import { m } from "@foldcast/messages/messages"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { languageName } from "../../performers/spoken-languages.ts"
import { useLocale } from "../../site/page-frame-context.tsx"
import { shownPrice } from "../paid/credit-price.ts"
import { ModePrice, useModePrice } from "./mode-price.tsx"
import { MODE_TRAITS, type StreamMode } from "./stream-modes.ts"

export interface ModePanelProps {
  readonly mode: StreamMode
  /** Why it is closed to this visitor; shown in place of the price. */
  readonly closed?: string | null
  /** Whether it says its price; its tab does so too. */
  readonly isPriced?: boolean
  readonly children: ReactNode
}

export function ModePanel({ mode, closed = null, isPriced = true, children }: ModePanelProps) {
  return (
    <div className="stream-tabs__panel">
      {/* Shown without script alone, where there is no tab to name it. */}
      <h2 className="stream-tabs__mode">{MODE_TRAITS[mode].name()}</h2>
      {closed === null && isPriced && (
        <p className="stream-tabs__price tabular">
          <ModePrice mode={mode} />
        </p>
      )}
      {closed !== null && (
        <p className="stream-tabs__closed">
          <TextRun>{closed}</TextRun>
        </p>
      )}
      {children}
    </div>
  )
}

/** The language of the chat; nothing where upstream does not tell. */
export function ModeLanguage({ chatLocale }: { readonly chatLocale: string | null }) {
  const locale = useLocale()
  if (chatLocale === null) return null
  return (
    <p className="stream-tabs__language">
      <TextRun>{m.mode_language({ language: languageName(chatLocale, locale) })}</TextRun>
    </p>
  )
}

export interface ModeIntroductionProps {
  readonly mode: StreamMode
  readonly name: string
  /** As upstream names it; null: not told. */
  readonly chatLocale: string | null
  /** When it opens; null where it is open. */
  readonly opens: string | null
}

export function ModeIntroduction({ mode, name, chatLocale, opens }: ModeIntroductionProps) {
  return (
    <>
      <p>{MODE_TRAITS[mode].text({ name })}</p>
      <ModeLanguage chatLocale={chatLocale} />
      {opens !== null && (
        <p className="stream-tabs__opens">
          <TextRun>{opens}</TextRun>
        </p>
      )}
    </>
  )
}

export interface ModePitchProps {
  readonly mode: StreamMode
  readonly name: string
  /** Whether it can be bought here. */
  readonly hasPrice: boolean
}

/** Within the room, in the tab of a mode that one is not in: what it is, and on which terms. */
export function ModePitch({ mode, name, hasPrice }: ModePitchProps) {
  const locale = useLocale()
  const price = useModePrice(mode)
  const { text, terms } = MODE_TRAITS[mode]
  return (
    <>
      <p className="stream-tabs__pitch">{text({ name })}</p>
      {hasPrice && price !== null && terms !== null && (
        <p className="stream-tabs__terms tabular">
          {terms({ name, ...shownPrice(price, locale) })}
        </p>
      )}
    </>
  )
}
