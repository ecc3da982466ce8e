/** In a real browser: what a page came with is told to the log once, by the hash it is known by. */
import { hash } from "node:crypto"
import { expect, it } from "vitest"
import { category, performers, performersAnswer } from "../screens/performers.fixture.ts"
import { sitePages } from "../screens/site-pages.fixture.ts"
import { guest } from "../screens/visit-facts.fixture.ts"

const pages = sitePages()

const CATEGORIES = { categories: [category("toy-shows", "Toyshows", 1)] }
const LIST = "/api/performers?lang=nl&page=1&limit=30"

it("the log is told which answers the page came with, once each", async () => {
  const all = performers(0, 3)
  const page = await pages.open({
    events: guest(),
    queries: (url) => {
      if (url.pathname === "/api/categories") return { body: CATEGORIES }
      if (url.pathname === "/api/performers") return performersAnswer(all, url)
      return undefined
    },
  })
  const text = await page.locator("#page-answers").textContent()
  const { bodies } = JSON.parse(text ?? "") as { bodies: Readonly<Record<string, unknown>> }
  expect(Object.keys(bodies).toSorted()).toEqual(["/api/categories", LIST])
  for (const key of ["/api/categories", LIST]) {
    const digest = hash("sha256", JSON.stringify(bodies[key]))
    await pages.gateway.told({ _tag: "AnswerApplied", key, status: 200, hash: digest })
  }
  await page.getByRole("link", { name: "Toyshows" }).first().click()
  await pages.gateway.told({ _tag: "AnswerApplied", status: 200, key: categoryList })
  const told = pages.gateway.facts.flatMap((fact) =>
    fact._tag === "AnswerApplied" ? [fact.key] : [],
  )
  expect(told.filter((key) => key === LIST || key === "/api/categories")).toHaveLength(2)
})

const categoryList = "/api/performers?category=toy-shows&lang=nl&page=1&limit=30"
