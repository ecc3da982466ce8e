/** What a gateway answers of passkeys, and browsers that know none or whose visitor does something else. */
import type { Page } from "playwright-core"
import { NOW, type QueryAnswers } from "./scripted-gateway.fixture.ts"

const DAY_MS = 86_400_000

export const passkey = (name: string, more: object = {}) => ({
  id: `cGFzc2tleS0${name.toLowerCase().replaceAll(/[^a-z0-9]/gu, "")}`,
  name,
  host: "127.0.0.1",
  isOfThisSite: true,
  createdAt: NOW - 40 * DAY_MS,
  lastUsedAt: NOW - DAY_MS,
  ...more,
})

export const challenge = (timeout = 300_000) => ({
  challenge: "Y2hhbGxlbmdl",
  rpId: "127.0.0.1",
  timeout,
  userVerification: "required",
})

/** The list as it is at that moment, and challenges; whatever else by `others`. */
export const keeping =
  (list: () => ReadonlyArray<object>, others?: QueryAnswers, timeout?: number): QueryAnswers =>
  (url) => {
    switch (url.pathname) {
      case "/api/passkeys":
        return { body: { passkeys: list(), most: 10 } }
      case "/api/passkeys/challenge":
        return { body: challenge(timeout) }
      default:
        return others?.(url)
    }
  }

/** A browser without WebAuthn. */
export const withoutPasskeys = (page: Page) =>
  page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, "PublicKeyCredential")
  })

/** Whoever sits there uses a passkey. */
export const answeringPasskeys = (page: Page) =>
  page.addInitScript(() => {
    const some = () => new Uint8Array([1, 2, 3]).buffer
    const answer = async () => ({
      id: "AQID",
      rawId: some(),
      type: "public-key",
      response: {
        clientDataJSON: some(),
        authenticatorData: some(),
        signature: some(),
        userHandle: null,
      },
      getClientExtensionResults: () => ({}),
    })
    Object.assign(navigator.credentials, { get: answer })
  })

/** Whoever sits there does not use a passkey: the browser says so by an error of that name. */
export const refusing = (error: string) => (page: Page) =>
  page.addInitScript((name) => {
    const refuse = async () => {
      throw new DOMException("refused by a test", name)
    }
    Object.assign(navigator.credentials, { get: refuse, create: refuse })
  }, error)

/** Whoever sits there has not done anything yet. */
export const unanswered = (page: Page) =>
  page.addInitScript(() => {
    const never = () => new Promise(() => {})
    Object.assign(navigator.credentials, { get: never, create: never })
  })
