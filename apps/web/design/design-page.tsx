/** All components of the site in one page, in the brand, theme and language that its address says. */
import { QueryClientProvider } from "@tanstack/react-query"
import { type ReactNode, useSyncExternalStore } from "react"
import { LanguageProvider } from "@foldcast/ui/language-provider.tsx"
import { PageFrameProvider } from "../features/site/page-frame-context.tsx"
import { AppStateProvider } from "../runtime/app-state-react.tsx"
import { appStateStore, initialAppState } from "../runtime/app-state.ts"
import { liveSite } from "../runtime/live-site.ts"
import { SiteRuntimeProvider } from "../runtime/react.tsx"
import { BarSamples } from "./bar-samples.tsx"
import { ButtonSamples } from "./button-samples.tsx"
import { ChoiceSamples } from "./choice-samples.tsx"
import { type ChosenDesign, DESIGN_CHOICES } from "./chosen-design.ts"
import { FieldSamples } from "./field-samples.tsx"
import { MessageSamples } from "./message-samples.tsx"
import { PeopleSamples } from "./people-samples.tsx"
import { sampleFacts } from "./sample-facts.ts"
import type { DesignGroup } from "./sample.tsx"
import { WindowSamples } from "./window-samples.tsx"
import "./design-page.css"

const GROUPS: ReadonlyArray<DesignGroup> = [
  { id: "buttons", name: "Buttons", Samples: ButtonSamples },
  { id: "choices", name: "Choices", Samples: ChoiceSamples },
  { id: "fields", name: "Fields", Samples: FieldSamples },
  { id: "messages", name: "Messages", Samples: MessageSamples },
  { id: "windows", name: "Windows", Samples: WindowSamples },
  { id: "people", name: "People", Samples: PeopleSamples },
  { id: "bars", name: "Bars", Samples: BarSamples },
]

/** A site that is never started: its state is that of a page before its stream. */
const stillSite = ({ brand, locale }: ChosenDesign) =>
  liveSite({
    firstFactsText: sampleFacts(locale),
    pageAnswersText: "",
    brand,
    consent: "refused",
    action: null,
  })

const forced = matchMedia("(forced-colors: active)")
const useForcedColours = () =>
  useSyncExternalStore(
    (listener) => {
      forced.addEventListener("change", listener)
      return () => {
        forced.removeEventListener("change", listener)
      }
    },
    () => forced.matches,
  )

function Switches({ chosen: { brand, theme, locale, group } }: { readonly chosen: ChosenDesign }) {
  const isForced = useForcedColours()
  const now = { brand: brand.id, theme, locale, ...(group !== null && { group }) }
  return (
    <header className="design-switches">
      {Object.entries(DESIGN_CHOICES).map(([name, values]) => (
        <nav key={name} aria-label={name}>
          {values.map((value) => (
            <a
              key={value}
              href={`?${new URLSearchParams({ ...now, [name]: value }).toString()}`}
              aria-current={Object.values(now).includes(value) ? "true" : undefined}
            >
              {value}
            </a>
          ))}
        </nav>
      ))}
      <p>
        {isForced
          ? "Forced colours are active."
          : "Forced colours: Windows' contrast themes, or DevTools, Rendering, forced-colors."}
      </p>
    </header>
  )
}

function SiteProviders({
  chosen,
  children,
}: {
  readonly chosen: ChosenDesign
  readonly children: ReactNode
}) {
  const { brand, locale } = chosen
  const runtime = stillSite(chosen)
  const frame = {
    locale,
    brand,
    consent: "refused",
    mailedLink: "none",
    origin: location.origin,
    assets: { script: "", styles: [], fonts: [] },
  } as const
  return (
    <PageFrameProvider frame={frame}>
      <LanguageProvider locale={locale}>
        <SiteRuntimeProvider runtime={runtime}>
          <QueryClientProvider client={runtime.queries}>
            <AppStateProvider store={appStateStore(initialAppState(brand, false))}>
              {children}
            </AppStateProvider>
          </QueryClientProvider>
        </SiteRuntimeProvider>
      </LanguageProvider>
    </PageFrameProvider>
  )
}

export function DesignPage({ chosen }: { readonly chosen: ChosenDesign }) {
  const shown = GROUPS.filter(({ id }) => chosen.group === null || chosen.group === id)
  return (
    <SiteProviders chosen={chosen}>
      <main className="design-page">
        <h1>Design</h1>
        <Switches chosen={chosen} />
        {shown.map(({ id, name, Samples }) => (
          <section key={id} id={id} className="design-group">
            <h2>{name}</h2>
            <div className="design-group__samples">
              <Samples />
            </div>
          </section>
        ))}
      </main>
    </SiteProviders>
  )
}
