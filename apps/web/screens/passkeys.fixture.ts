/** The gateway's answers about passkeys, browsers without passkeys, and browsers whose visitor does not use one. */
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

/** The current list, and challenges; `others` answers all other requests. */
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

export const withoutPasskeys = (page: Page) =>
  page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, "PublicKeyCredential")
  })

/** The visitor uses a passkey. */
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

/** The visitor does not use a passkey: the browser rejects with an error of that name. */
export const refusing = (error: string) => (page: Page) =>
  page.addInitScript((name) => {
    const refuse = async () => {
      throw new DOMException("refused by a test", name)
    }
    Object.assign(navigator.credentials, { get: refuse, create: refuse })
  }, error)

/** The visitor has not reacted yet. */
export const unanswered = (page: Page) =>
  page.addInitScript(() => {
    const never = () => new Promise(() => {})
    Object.assign(navigator.credentials, { get: never, create: never })
  })
