/**
 * What the gateway needs of a partner host: the brand's configuration. Read through the gateway's own
 * reader; verified by `npx foldcast verify partner` (docs/verifying.md).
 */
import { Pact } from "@pact-foundation/pact"
import { Effect, Result } from "effect"
import { expect, it } from "vitest"
import { PartnerConfiguration } from "@foldcast/contracts/upstream/partner"
import { askConfiguration, CONFIGURATION_PATH } from "@foldcast/gateway/brand/partner-host"
import { readConfiguration } from "@foldcast/gateway/brand/read-configuration"
import { matcherOf } from "@foldcast/verify/matchers"
import { pactFolder } from "./pact-folder.ts"

const pact = new Pact({
  consumer: "gateway",
  provider: "partner",
  dir: pactFolder,
  logLevel: "error",
})

const accent = {
  brand: { l: 0.68, c: 0.17, h: 350 },
  onBrand: { l: 0.17, c: 0.02, h: 350 },
}

const configuration: typeof PartnerConfiguration.Encoded = {
  id: "lumio",
  name: "A brand",
  logo: "/common/logo.svg",
  colours: {
    dark: accent,
    light: {
      brand: { l: 0.52, c: 0.19, h: 350 },
      onBrand: { l: 0.99, c: 0.005, h: 350 },
    },
    surfaceHue: 290,
  },
  radius: 6,
  company: {
    name: "A company",
    email: "help@brand.example",
    phone: "+31 20 000 0000",
    address: null,
  },
  affiliateCode: null,
  affiliateInfo: null,
  links: {
    company: "https://brand.example/company",
    affiliate: null,
    performerSignUp: null,
    contentFilters: ["https://filter.example"],
    leaveSite: "https://neutral.example",
  },
  features: {},
  disabledRoutes: ["messenger"],
  welcomeCredits: null,
  lander: null,
}

it("the gateway reads a brand's configuration [API-065]", async () => {
  const text = await pact
    .addInteraction()
    .uponReceiving("the configuration of a brand")
    .withRequest("GET", CONFIGURATION_PATH, (builder) => {
      builder.headers({ Accept: "application/json" })
    })
    .willRespondWith(200, (builder) => {
      builder.headers({ "Content-Type": "application/json" })
      builder.jsonBody(matcherOf(PartnerConfiguration, configuration, "mayBeEmpty"))
    })
    .executeTest(({ url }) => Effect.runPromise(askConfiguration(url)))
  expect(Result.getOrThrow(readConfiguration(text ?? "", "lumio"))).toMatchObject({
    name: "A brand",
    welcomeCredits: null,
  })
})
