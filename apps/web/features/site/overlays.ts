/**
 * Which part of the site shows which dialog: one total table, each part fetched when it is approached.
 * Names that share a part share its window, as log-in and registration do. overlay-host.tsx shows them,
 * use-dialog-opener.ts opens them.
 */
import type { DialogName } from "@foldcast/contracts/client-facts/client-fact"
import { type LazyOverlay, lazyOverlay } from "./lazy-overlay.ts"

export interface OverlayProps {
  /** Which of its dialogs is open; null while it closes and until it is opened again. */
  readonly dialog: DialogName | null
}

export interface OverlayEntry {
  /** Null: shown beside its own button, or not built yet. */
  readonly overlay: LazyOverlay<OverlayProps> | null
  /** Whom it is for; for anybody else it stays shut. */
  readonly audience: "guest" | "member" | "everyone"
}

const account = lazyOverlay<OverlayProps>(
  async () => (await import("../account/account-dialogs.tsx")).AccountDialogs,
)

const usernamePrompt = lazyOverlay<OverlayProps>(
  async () => (await import("../settings/username-prompt.tsx")).UsernamePrompt,
)

export const OVERLAYS: Readonly<Record<DialogName, OverlayEntry>> = {
  logIn: { overlay: account, audience: "guest" },
  register: { overlay: account, audience: "guest" },
  forgotPassword: { overlay: account, audience: "guest" },
  resetPassword: { overlay: null, audience: "everyone" },
  verification: { overlay: null, audience: "everyone" },
  registrationConfirmation: { overlay: null, audience: "member" },
  claimCredits: { overlay: null, audience: "member" },
  changeUsername: { overlay: usernamePrompt, audience: "member" },
  lander: { overlay: null, audience: "member" },
  ageCheck: { overlay: null, audience: "everyone" },
  authDrawer: { overlay: null, audience: "guest" },
  // Beside the button in the header.
  memberMenu: { overlay: null, audience: "member" },
  // wallet-overlay.tsx: it follows the wallet's own state.
  wallet: { overlay: null, audience: "member" },
  noCredits: { overlay: null, audience: "everyone" },
  promo: { overlay: null, audience: "everyone" },
  consent: { overlay: null, audience: "everyone" },
}

/** Fetches what shows the dialog; a failure shows when it is opened. */
export const approachDialog = (dialog: DialogName): void => {
  OVERLAYS[dialog].overlay?.approach()
}
