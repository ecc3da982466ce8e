/** Sets the language of the controls' own texts, such as a popover's hidden dismiss button. */
"use no memo"

import type { ReactNode } from "react"
import { I18nProvider } from "react-aria-components/I18nProvider"

export interface LanguageProviderProps {
  readonly locale: string
  readonly children: ReactNode
}

export function LanguageProvider({ locale, children }: LanguageProviderProps) {
  return <I18nProvider locale={locale}>{children}</I18nProvider>
}
