/** Who takes part in an evening, and what they give. */
import type { Command } from "@foldcast/contracts/commands/command"
import type { TestBrowser } from "./member-browser.ts"

/** A visitor who takes part in several evenings. */
export interface Guest {
  readonly name: string
  readonly browser: TestBrowser
  /** Null without an account. */
  readonly email: string | null
  /** Least number of credits at the beginning of an evening. */
  readonly credits: number
}

export interface SentTip {
  readonly guest: Guest
  readonly command: Command
}
