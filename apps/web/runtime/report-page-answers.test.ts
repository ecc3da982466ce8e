/** Which answers a page came with is told by the hashes that the gateway knows them by. */
import { hash } from "node:crypto"
import { expect, it } from "vitest"
import type { ClientFact } from "@foldcast/contracts/client-facts/client-fact"
import { pageAnswersJson, readPageAnswers } from "./page-answers.ts"
import { reportPageAnswers } from "./report-page-answers.ts"

const digest = (text: string) => Promise.resolve(hash("sha256", text))

const told = async (bodies: Readonly<Record<string, unknown>>) => {
  const pageAnswers = readPageAnswers(pageAnswersJson({ now: 1, bodies }), 1)
  const facts: Array<ClientFact> = []
  await reportPageAnswers({ pageAnswers, dispatch: (fact) => facts.push(fact) }, { digest })
  return facts
}

it("an answer of the page is reported by the hash of the text that was served, whatever it contains", async () => {
  const bodies = {
    "/api/categories": {
      zebra: "</script><!-- & \u2028 \ud83c\udf39 \u00e9 \ud800 \u0000",
      10: 1e21,
      2: -0.1,
      __: { "": [null, true, 1 / 3, 5e-324, Number.MAX_SAFE_INTEGER] },
    },
    "/api/performers?lang=nl&page=1&limit=30": { performers: [], page: 1 },
  }
  expect(await told(bodies)).toEqual(
    Object.entries(bodies).map(([key, body]) => ({
      _tag: "AnswerApplied",
      key,
      status: 200,
      hash: hash("sha256", JSON.stringify(body)),
    })),
  )
})

it("an answer to a name is reported without the name", async () => {
  const [fact] = await told({ "/api/performers/autocomplete?username=mila&lang=nl&limit=60": {} })
  expect(fact).toMatchObject({ key: "/api/performers/autocomplete", status: 200 })
})

it("an answer that does not exist is reported as missing", async () => {
  expect(await told({ "/api/performers/nobody?lang=nl": null })).toEqual([
    { _tag: "AnswerApplied", key: "/api/performers/nobody?lang=nl", status: 404, hash: "" },
  ])
})
