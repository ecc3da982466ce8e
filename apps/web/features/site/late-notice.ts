/**
 * A notice whose part of the site comes later than the shell, and with it what there is to tell: its own script puts
 * it here. shell/receipt-slot.tsx shows it, stream/receipt-notice.tsx is it.
 */
import type { ComponentType } from "react"

export const lateNotice: { Component: ComponentType | null } = { Component: null }
