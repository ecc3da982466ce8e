/**
 * What was typed into a form, kept over a failed submit, a reload and a lost connection. Callers leave passwords and
 * PINs out. Emptied at log-out (docs/protocol.md, "Log-in and log-out").
 */
export type DraftFields = Readonly<Record<string, string>>

export interface Drafts {
  /** Null where nothing was kept. */
  readonly read: (form: string) => DraftFields | null
  readonly keep: (form: string, fields: DraftFields) => void
  readonly forget: (form: string) => void
}

export const NO_DRAFTS: Drafts = { read: () => null, keep: () => {}, forget: () => {} }
