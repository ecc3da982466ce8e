/** A virtual WebAuthn authenticator, as built into a phone or a laptop. It needs no touch. */
import type { Page } from "playwright-core"
import { isFirefox, marionetteOf } from "./firefox.ts"

export interface Authenticator {
  /** Sets whether user verification succeeds. */
  readonly verifies: (verifies: boolean) => Promise<unknown>
  readonly count: () => Promise<number>
}

const BUILT_IN = {
  protocol: "ctap2",
  transport: "internal",
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
} as const

const ofChromium = async (page: Page): Promise<Authenticator> => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("WebAuthn.enable")
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: { ...BUILT_IN, automaticPresenceSimulation: true },
  })
  return {
    verifies: (isUserVerified) =>
      devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    count: async () =>
      (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length,
  }
}

/** Firefox adds the authenticator to the whole browser, so it is removed when the context closes. */
const ofFirefox = async (page: Page): Promise<Authenticator> => {
  const context = page.context()
  const marionette = marionetteOf(context.browser())
  const authenticatorId = await marionette.command<string>("WebAuthn:AddVirtualAuthenticator", {
    ...BUILT_IN,
    isUserConsenting: true,
  })
  context.once("close", () => {
    void marionette.command("WebAuthn:RemoveVirtualAuthenticator", { authenticatorId })
  })
  return {
    verifies: (isUserVerified) =>
      marionette.command("WebAuthn:SetUserVerified", { authenticatorId, isUserVerified }),
    count: async () => {
      const all = await marionette.command<ReadonlyArray<unknown>>("WebAuthn:GetCredentials", {
        authenticatorId,
      })
      return all.length
    },
  }
}

export const authenticatorOf = (page: Page): Promise<Authenticator> =>
  isFirefox(page.context().browser()) ? ofFirefox(page) : ofChromium(page)
