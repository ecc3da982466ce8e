/**
 * The browser's entry: reads the page's facts, hydrates the server's HTML, starts the runtime.
 *
 * Only the site's own element is hydrated. Where another script has changed it first, so that it differs from the
 * server's HTML, React renders that element's content again; the document, its head and its attributes stay
 * (ADR 0049).
 */
import "@vitejs/plugin-react/preamble"
import { RouterClient } from "@tanstack/react-router/ssr/client"
import { type ReactNode, startTransition, useEffect } from "react"
import { hydrateRoot } from "react-dom/client"
import { overwriteGetLocale } from "@foldcast/messages/runtime"
import { restartAt } from "./features/site/restarts.ts"
import { whenIdle } from "./features/site/when-idle.ts"
import { PAGE_FRAME_ID, readPageFrame, SITE_ID } from "./page-frame.ts"
import { makeRouter } from "./router.tsx"
import { handOverEarlyInput, keepEarlyInput } from "./runtime/early-input.ts"
import { holdPageAction, pageAction } from "./runtime/page-action.ts"
import { takeLinkAction } from "./runtime/link-action.ts"
import { FIRST_FACTS_ID } from "./runtime/first-facts.ts"
import { fetchScriptQuietly } from "./runtime/fetch-script.ts"
import { listenForSteps } from "./runtime/layers.ts"
import { liveSite } from "./runtime/live-site.ts"
import { hydrationMismatchReporter } from "./runtime/hydration-mismatch-reporter.ts"
import { PAGE_ANSWERS_ID } from "./runtime/page-answers.ts"
import { noteServerWrittenHead } from "./runtime/server-written-head.ts"
import { registerServiceWorker } from "./runtime/service-worker.ts"
import { installTrustedTypes } from "./runtime/trusted-types.ts"

const textOf = (id: string) => document.getElementById(id)?.textContent ?? ""

installTrustedTypes()

// Before all other code, and once.
const link = takeLinkAction()

const frame = readPageFrame(textOf(PAGE_FRAME_ID))
const action = pageAction(link, frame.mailedLink === "goesOn")
holdPageAction(action)
overwriteGetLocale(() => frame.locale)

const runtime = liveSite({
  firstFactsText: textOf(FIRST_FACTS_ID),
  pageAnswersText: textOf(PAGE_ANSWERS_ID),
  brand: frame.brand,
  consent: frame.consent,
  action,
})
const nonce = document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce
listenForSteps()
const router = makeRouter({ frame, runtime, nonce })

const site = document.getElementById(SITE_ID)
if (site === null) throw new Error("the page has no element for the site")
keepEarlyInput(site)
const dropServerWrittenHead = noteServerWrittenHead()

/** As a parent it does not change the tree that `useId` counts by. */
function TakenOver({ children }: { readonly children: ReactNode }) {
  useEffect(handOverEarlyInput, [])
  return children
}

const tellMismatch = hydrationMismatchReporter(runtime)
const onRecoverableError = (error: unknown): void => {
  console.error(error)
  handOverEarlyInput()
  queueMicrotask(() => {
    dropServerWrittenHead()
    tellMismatch(error)
  })
}

// In slices: events are handled between them.
startTransition(() => {
  const root = hydrateRoot(
    site,
    <TakenOver>
      <RouterClient router={router} />
    </TakenOver>,
    { onRecoverableError },
  )
  whenIdle(() => {
    // If it does not load, the log lacks the page's answers, and no guard restores a removed site.
    void fetchScriptQuietly(() => import("./features/shell/idle-start.ts"))
      .then((started) => started?.startWhenIdle({ root, site, runtime, restartAt }, router))
      .catch(() => undefined)
  })
})
runtime.start()
window.__foldcastBegan = true
registerServiceWorker()
