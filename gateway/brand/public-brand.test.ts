import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { HOUSE_CONFIGURATION } from "./house-brand.ts"
import type { PartnerCopy } from "./partner-copy.ts"
import { publicBrand } from "./public-brand.ts"
import { unknownNames } from "./configuration-faults.ts"
import { readConfiguration, readPartnerCopy } from "./read-configuration.ts"

const copyOf = (
  changes: Partial<PartnerCopy["configuration"]>,
  rest: Partial<PartnerCopy> = {},
) => ({
  configuration: { ...HOUSE_CONFIGURATION, ...changes },
  lander: null,
  logo: null,
  ...rest,
})
const media = { mediaLeft: null, mediaRight: null, amount: null }
const landerOf = (layout: string) => ({ id: 7, layout, media, i18n: {} })

describe("a brand as it is sent to the browser", () => {
  it("has the defaults where a partner says nothing [SHELL-10, SHELL-09, CONST-01]", () => {
    const brand = publicBrand(copyOf({}))
    expect(brand.features).toEqual({
      messenger: true,
      safe: false,
      christmasMode: false,
      categories: false,
      fullRegistration: false,
      ageCheckForAll: false,
      longPasswords: false,
      phonePayment: true,
    })
    expect(brand).toMatchObject({
      welcomeCredits: 120,
      layout: "default",
      logo: null,
      lander: null,
    })
    expect(brand.seoText?.en).toMatch(/^On Foldcast you chat live with adults/u)
    expect(publicBrand(copyOf({ seoText: null })).seoText).toBeNull()
    const seoText = { nl: "Over ons.", en: "About us." }
    expect(publicBrand(copyOf({ seoText })).seoText).toEqual(seoText)
  })

  it("has the partner's values where they are set [SHELL-07, SHELL-08, SHELL-09]", () => {
    const company = { name: "Lumio", email: "a@b.example", phone: null, address: "Here 1" }
    const logo = { path: "/common/mark.svg", type: "image/svg+xml", base64: "" } as const
    const brand = publicBrand(
      copyOf(
        {
          id: "lumio",
          company,
          affiliateCode: "L1",
          affiliateInfo: "spring",
          welcomeCredits: 0,
          features: { messenger: false, safe: true },
          disabledRoutes: ["settings"],
        },
        { logo },
      ),
    )
    expect(brand).toMatchObject({
      company,
      affiliateCode: "L1",
      affiliateInfo: "spring",
      welcomeCredits: 0,
      disabledRoutes: ["settings"],
      logo: "/brand/lumio/logo",
    })
    expect(brand.features).toMatchObject({ messenger: false, safe: true, categories: false })
  })

  it("has the layout that its lander names, and the plain one by default [API-029]", () => {
    const layouts = ["whitelabel", "default", "something"].map(
      (layout) => publicBrand(copyOf({}, { lander: landerOf(layout) })).layout,
    )
    expect(layouts).toEqual(["whitelabel", "default", "default"])
    expect(publicBrand(copyOf({}, { lander: landerOf("default") })).lander?.id).toBe("7")
  })
})

describe("a partner's configuration", () => {
  const read = (changes: object, id = "foldcast") => {
    const result = readConfiguration(JSON.stringify({ ...HOUSE_CONFIGURATION, ...changes }), id)
    return Result.isSuccess(result) ? "taken" : result.failure
  }

  it("is accepted with members that are optional [API-065]", () => {
    expect(read({ more: "of it" })).toBe("taken")
  })

  it("is refused whole for one faulty member, which is named and not repeated", () => {
    const canary = "<script>canary</script>"
    const faulty = {
      logo: { logo: "https://evil.test/x.svg" },
      "links.leaveSite": {
        links: { ...HOUSE_CONFIGURATION.links, leaveSite: "javascript:alert(1)" },
      },
      "company.email": { company: { ...HOUSE_CONFIGURATION.company, email: `${canary}@x` } },
      "company.phone": { company: { ...HOUSE_CONFIGURATION.company, phone: canary } },
      name: { name: "" },
      radius: { radius: 5.5 },
      welcomeCredits: { welcomeCredits: 12.5 },
    }
    for (const [place, changes] of Object.entries(faulty)) {
      const reason = read(changes)
      expect(reason).toMatch(new RegExp(`^${place.replace(".", "\\.")}: Expected [^;]+$`, "u"))
      expect(reason).not.toContain("canary")
    }
    expect(read({ name: "", radius: 99 })).toBe(
      "name: Expected a value with a length between 1 and 60; radius: Expected a value between 0 and 24",
    )
    expect(read({}, "lumio")).toBe("id: Expected lumio, as PARTNERS says")
    expect(readConfiguration("<html>", "foldcast")).toEqual(
      Result.fail("the configuration: Expected JSON"),
    )
    expect(Result.isFailure(readPartnerCopy("{}", "foldcast"))).toBe(true)
  })

  it("is refused with colours that people could not read [SHELL-07]", () => {
    const { colours } = HOUSE_CONFIGURATION
    const pale = { ...colours.light, brand: { l: 0.9, c: 0.05, h: 100 } }
    expect(read({ colours: { ...colours, light: pale } })).toMatch(
      /^colours\.light: Expected readable colours: brand on bg has contrast/u,
    )
  })

  it("is accepted with unknown names of pages and features, and lists them", () => {
    const changes = {
      features: { messenger: false, mesenger: false },
      disabledRoutes: ["favourites", "cookies-en", "favorites"],
    }
    expect(read(changes)).toBe("taken")
    const places = unknownNames(JSON.stringify(changes)).map(({ place }) => place)
    expect(places).toEqual(["features.mesenger", "disabledRoutes.2"])
    expect(unknownNames(JSON.stringify(HOUSE_CONFIGURATION))).toEqual([])
  })
})
