/**
 * What the link asks for that led to this document (ROUTE-38, ROUTE-41 to ROUTE-43). Read once; its token
 * lives in this module's memory alone and goes into the one command it is for, never into a fact, an
 * address, a store or the markup.
 */
import { type IntendedPage, readIntendedPage } from "@foldcast/rules/page-access"
import type { LinkAction } from "./link-action.ts"

export type PageAction =
  /** A partner's link; without a token the log-in dialog opens. */
  | { readonly _tag: "LogIn"; readonly token: string | null; readonly goesOn: boolean }
  | { readonly _tag: "Register" }
  /** A guest wanted a page for members: it comes after the log-in. */
  | { readonly _tag: "GoOn"; readonly page: IntendedPage }
  /** Without a token it is of no use, and the form says so. */
  | {
      readonly _tag: "ResetPassword"
      readonly token: string | null
      readonly password: string | null
    }
  | { readonly _tag: "Validate"; readonly token: string; readonly goesOn: boolean }

const nonEmpty = (text: string | null) => (text === "" ? null : text)

/**
 * Null where the link asks for nothing this site knows; a verification needs its token. `goesOn`: in the browser
 * of the link's own member; elsewhere nothing is posted before a button is pressed (ADR 0048).
 */
export const pageAction = (link: LinkAction | null, goesOn: boolean): PageAction | null => {
  const token = nonEmpty(link?.token ?? null)
  switch (link?.action) {
    case "login":
      return { _tag: "LogIn", token, goesOn }
    case "register":
      return { _tag: "Register" }
    case "resetpassword":
      return { _tag: "ResetPassword", token, password: nonEmpty(link.password) }
    case "validate":
      return token === null ? null : { _tag: "Validate", token, goesOn }
    default: {
      const page = readIntendedPage(link?.next ?? null)
      return page === null ? null : { _tag: "GoOn", page }
    }
  }
}

let held: PageAction | null = null

export const holdPageAction = (action: PageAction | null): void => {
  held = action
}

/** What is still to be done of the link; null on the server, and when it has been. */
export const heldAction = (): PageAction | null => held

/** The link's purpose is fulfilled, or it never will be. */
export const dropAction = (): void => {
  held = null
}
