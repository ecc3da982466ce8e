/**
 * The page of all components, `/design` of `npm run dev`. The built site has no part of it: Vite serves it in
 * development alone (tools/site/design-page.ts).
 *
 * What is chosen above the samples is in the address, so that a picture of a brand, theme and language is a link.
 */
import "@vitejs/plugin-react/preamble"
import { createRoot } from "react-dom/client"
import { overwriteGetLocale } from "@foldcast/messages/runtime"
import "@foldcast/ui/theme.css"
import { brandTokens } from "../features/site/brand-tokens.ts"
import { SITE_ID } from "../page-frame.ts"
import { chosenDesign } from "./chosen-design.ts"
import { DesignPage } from "./design-page.tsx"

const chosen = chosenDesign(new URLSearchParams(location.search))
overwriteGetLocale(() => chosen.locale)

const root = document.documentElement
root.lang = chosen.locale
root.dataset["theme"] = chosen.theme
root.dataset["script"] = ""
for (const [name, value] of Object.entries(brandTokens(chosen.brand))) {
  root.style.setProperty(name, value)
}

const site = document.getElementById(SITE_ID)
if (site !== null) createRoot(site).render(<DesignPage chosen={chosen} />)
