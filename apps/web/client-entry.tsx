/** The browser's part of the site: reads the page's facts, hydrates what the server rendered, attaches. */
import "@vitejs/plugin-react/preamble"
import { RouterClient } from "@tanstack/react-router/ssr/client"
import { startTransition } from "react"
import { hydrateRoot } from "react-dom/client"
import { overwriteGetLocale } from "@foldcast/messages/runtime"
import { whenIdle } from "./features/site/when-idle.ts"
import { PAGE_FRAME_ID, readPageFrame } from "./page-frame.ts"
import { makeRouter } from "./router.tsx"
import { holdPageAction, pageAction } from "./runtime/page-action.ts"
import { takeLinkAction } from "./runtime/link-action.ts"
import { FIRST_FACTS_ID } from "./runtime/first-facts.ts"
import { liveSite } from "./runtime/live-site.ts"
import { PAGE_ANSWERS_ID } from "./runtime/page-answers.ts"
import { registerServiceWorker } from "./runtime/service-worker.ts"
import { vouchForTexts } from "./runtime/trusted-texts.ts"

const textOf = (id: string) => document.getElementById(id)?.textContent ?? ""

vouchForTexts()

// Before anything else, and once.
const link = takeLinkAction()

const frame = readPageFrame(textOf(PAGE_FRAME_ID))
const action = pageAction(link, frame.mailedLink === "goesOn")
holdPageAction(action)
overwriteGetLocale(() => frame.locale)

const firstFacts = textOf(FIRST_FACTS_ID)
const pageAnswers = textOf(PAGE_ANSWERS_ID)
const runtime = liveSite({
  firstFactsText: firstFacts,
  pageAnswersText: pageAnswers,
  brand: frame.brand,
  consent: frame.consent,
  action,
})
const nonce = document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce
const router = makeRouter({ frame, runtime, firstFacts, pageAnswers, nonce })

// In slices: whoever presses something meanwhile is answered between them.
startTransition(() => {
  hydrateRoot(document, <RouterClient router={router} />)
})
runtime.start()
whenIdle(() => {
  // Without it the log lacks what the page came with; the visitor lacks nothing.
  void import("./runtime/tell-page-answers.ts")
    .then(({ tellPageAnswers }) => tellPageAnswers(runtime))
    .catch(() => undefined)
})
registerServiceWorker()
