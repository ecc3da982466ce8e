/**
 * Which part of the site shows which dialog: one total table, each part prefetched on approach. Names that share a
 * part share its dialog, as log-in and registration do. overlay-host.tsx shows them, site/use-dialog-opener.ts
 * opens them.
 */
import type { DialogName } from "@foldcast/contracts/client-facts/client-fact"
import type { OverlayProps } from "../site/use-dialog-window.ts"
import { type LazyOverlay, lazyOverlay } from "../site/lazy-overlay.tsx"

export interface OverlayEntry {
  /** Null: shown by another part. */
  readonly overlay: LazyOverlay<OverlayProps> | null
  /** The intended visitors; for all others it stays closed. */
  readonly audience: "guest" | "member" | "everyone"
}

const account = lazyOverlay<OverlayProps>(
  async () => (await import("../account/account-dialogs.tsx")).AccountDialogs,
)

const usernamePrompt = lazyOverlay<OverlayProps>(
  async () => (await import("../settings/username-prompt.tsx")).UsernamePrompt,
)

const resetPassword = lazyOverlay<OverlayProps>(
  async () => (await import("../account/reset-password-dialog.tsx")).ResetPasswordDialog,
)
const verification = lazyOverlay<OverlayProps>(
  async () => (await import("../account/verification-dialog.tsx")).VerificationDialog,
)
const registrationConfirmation = lazyOverlay<OverlayProps>(
  async () => (await import("../account/registration-confirmation.tsx")).RegistrationConfirmation,
)
const claimCredits = lazyOverlay<OverlayProps>(
  async () => (await import("../account/claim-credits.tsx")).ClaimCredits,
)
const lander = lazyOverlay<OverlayProps>(
  async () => (await import("../account/lander-popup.tsx")).LanderPopup,
)
const ageCheck = lazyOverlay<OverlayProps>(
  async () => (await import("../account/age-check.tsx")).AgeCheckDialog,
)
const authDrawer = lazyOverlay<OverlayProps>(
  async () => (await import("../account/auth-drawer.tsx")).AuthDrawer,
)
const noCredits = lazyOverlay<OverlayProps>(
  async () => (await import("../account/no-credits.tsx")).NoCredits,
)
const promo = lazyOverlay<OverlayProps>(
  async () => (await import("../account/promo-dialog.tsx")).PromoDialog,
)
const dialIn = lazyOverlay<OverlayProps>(
  async () => (await import("../dial-in/dial-in-drawer.tsx")).DialInDrawer,
)

const consent = lazyOverlay<OverlayProps>(
  async () => (await import("../consent/consent-dialog.tsx")).ConsentDialog,
)

export const OVERLAYS: Readonly<Record<DialogName, OverlayEntry>> = {
  logIn: { overlay: account, audience: "guest" },
  register: { overlay: account, audience: "guest" },
  // Also for a member, whose reset link may be invalid.
  forgotPassword: { overlay: account, audience: "everyone" },
  resetPassword: { overlay: resetPassword, audience: "everyone" },
  verification: { overlay: verification, audience: "everyone" },
  registrationConfirmation: { overlay: registrationConfirmation, audience: "member" },
  claimCredits: { overlay: claimCredits, audience: "member" },
  changeUsername: { overlay: usernamePrompt, audience: "member" },
  lander: { overlay: lander, audience: "member" },
  ageCheck: { overlay: ageCheck, audience: "everyone" },
  authDrawer: { overlay: authDrawer, audience: "guest" },
  // Shown beside the button in the header.
  memberMenu: { overlay: null, audience: "member" },
  // wallet-overlay.tsx shows it, by the wallet's own state.
  wallet: { overlay: null, audience: "member" },
  noCredits: { overlay: noCredits, audience: "everyone" },
  promo: { overlay: promo, audience: "everyone" },
  dialIn: { overlay: dialIn, audience: "guest" },
  consent: { overlay: consent, audience: "everyone" },
}

/** Prefetches the part that shows the dialog; a failure shows when the dialog opens. */
export const approachDialog = (dialog: DialogName): void => {
  OVERLAYS[dialog].overlay?.approach()
}
