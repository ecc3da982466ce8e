/** What a document's routes are given: the page's frame and its runtime. */
import type { PageFrame } from "../page-frame.ts"
import type { SiteRuntime } from "./site-runtime.ts"

export interface SiteContext {
  readonly frame: PageFrame
  readonly runtime: SiteRuntime
  /** Of the answer that carries the page; undefined where the browser hides it. */
  readonly nonce: string | undefined
}

export interface RouterContext {
  readonly site: SiteContext
}
