/** Reports: what may be reported, why, and how much is said of it. */
export const REPORT_KINDS = ["profile", "room", "message"] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

export const REPORT_REASONS = [
  /** Somebody looks younger than 18, or says so. */
  "underage",
  /** Shown or shared without the consent of who is seen. */
  "notConsented",
  "personalData",
  "impersonation",
  /** Threats, insults, harassment. */
  "abuse",
  /** Asks for money elsewhere, or cheats otherwise. */
  "scam",
  "illegalOther",
  "other",
] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/** Characters. */
export const MAX_REPORT_WORDS = 2_000

/** Days after which the service erases what it kept of a report: words, address and evidence. */
export const REPORT_KEPT_DAYS = 180

/** A message is private, so nobody but its member reports one; of a room it may be named. */
export const hasFittingMessage = (kind: ReportKind, message: unknown): boolean =>
  kind === "room" || (kind === "message") === (message !== undefined)
