/** Reported faults in answers beyond the pact, and the command's exit without a key or a service. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { MEMBER_API_ANSWERS } from "@foldcast/contracts/upstream/member-api-calls"
import { MESSENGER_API_ANSWERS } from "@foldcast/contracts/upstream/messenger-api"
import { PERFORMER_ANSWERS } from "@foldcast/gateway/upstream/performer-service"
import { type HttpInteraction, readPact } from "@foldcast/verify/pact-file"
import { runFoldcast } from "../run-foldcast.fixture.ts"
import { readBy } from "./answers.ts"
import { inboxAddressMismatches } from "./inbox-addresses.ts"
import { pictureMismatches } from "./pictures.ts"

const httpOf = (file: string): ReadonlyArray<HttpInteraction> =>
  readPact(file).interactions.flatMap((one) => (one.type === "Synchronous/HTTP" ? [one] : []))

const performerCalls = httpOf("pacts/gateway-performer-service.json")

const told = (description: string, change: (card: object) => object) => {
  const interaction = performerCalls.find((one) => one.description === description)
  const body = interaction?.response.body?.content as { readonly performers: ReadonlyArray<object> }
  if (interaction === undefined) throw new Error(`the pact has no interaction "${description}"`)
  const [card = {}] = body.performers
  return readBy(PERFORMER_ANSWERS)(interaction, { performers: [card, change(card)] })
}
const listed = (changes: object) =>
  told("a page of performers", (card) => ({ ...card, ...changes }))

describe("verifying an answer", () => {
  it.each([
    ["pacts/gateway-performer-service.json", PERFORMER_ANSWERS],
    ["pacts/gateway-member-api.json", MEMBER_API_ANSWERS],
    ["pacts/gateway-messenger-api.json", MESSENGER_API_ANSWERS],
  ])("accepts every example of %s", (file, answers) => {
    const read = readBy(answers)
    for (const one of httpOf(file)) expect(read(one, one.response.body?.content)).toEqual([])
  })

  it("names the place of a mismatch, what is expected there and what came", () => {
    expect(listed({ rating: 250 })).toEqual([
      { path: "$.performers[1].rating", expected: "a value between 0 and 100", actual: "250" },
    ])
  })

  it("checks upper bounds, numbers sent as texts, and members that the example leaves out", () => {
    const cases: ReadonlyArray<readonly [object, string, string]> = [
      [{ cybertoy: 255 }, "cybertoy", "255"],
      [{ lastCamSession: "1780000000000" }, "lastCamSession", `"1780000000000"`],
      [{ onlineState: "free" }, "onlineState", `"free"`],
    ]
    for (const [changes, name, actual] of cases) {
      expect(listed(changes)).toMatchObject([{ path: `$.performers[1].${name}`, actual }])
    }
  })

  it("accepts a performer without pictures and with fields that were not asked for", () => {
    expect(listed({ snapshot: null, nonude: null, more: 1 })).toEqual([])
  })
})

it("verifying names every path from which no picture can be loaded", () => {
  const fine = ["/media/p_1/snapshots/1.jpg", "https://pictures.example/1", null]
  const urls = [...fine, "/pictures/1.jpg", "/media/p_1/1.svg", "/media/p_1/1.jpg?v=2"]
  const body = { photos: urls.map((url) => ({ picture: { url } })) }
  expect(pictureMismatches(body).map(({ path, actual }) => `${path} ${actual}`)).toEqual([
    `$.photos[3].picture.url "/pictures/1.jpg"`,
    `$.photos[4].picture.url "/media/p_1/1.svg"`,
    `$.photos[5].picture.url "/media/p_1/1.jpg?v=2"`,
  ])
})

it("verifying names every address of an inbox from which no picture can be loaded", () => {
  const avatars = ["/media/p_1/1.jpg", "https://pictures.example/1", null, "/media/p_1/1.svg"]
  const urls = ["/inbox/attachment/pic_1", "https://messenger.example/1", "/inbox/attachment/a.b"]
  const body = {
    conversations: avatars.map((avatar) => ({ participant: { avatar } })),
    messages: urls.map((url) => ({ attachment: { url } })),
  }
  expect(inboxAddressMismatches(body).map(({ path, actual }) => `${path} ${actual}`)).toEqual([
    `$.conversations[3].participant.avatar "/media/p_1/1.svg"`,
    `$.messages[1].attachment.url "https://messenger.example/1"`,
    `$.messages[2].attachment.url "/inbox/attachment/a.b"`,
  ])
})

describe("foldcast verify verifies nothing and exits with 2", () => {
  const url = "http://127.0.0.1:9"

  it("without the key that the service expects", async () => {
    const ran = await runFoldcast(["verify", "performer-service", "--url", url], {
      PERFORMER_SERVICE_KEY: "",
      MEMBER_API_KEY: "",
    })
    const err =
      "Not verified: the service's key is missing; --key or PERFORMER_SERVICE_KEY or MEMBER_API_KEY tells it.\n"
    expect(ran).toMatchObject({ code: 2, out: "", err })
  })

  it("where the report cannot be written", async () => {
    const args = ["verify", "performer-service", "--url", url, "--key", "k", "--junit"]
    const ran = await runFoldcast([...args, join(tmpdir(), "no-such-folder", "report.xml")])
    expect(ran).toMatchObject({ code: 2, err: expect.stringContaining("could not be written") })
  })

  it("where no service listens, and its report says so", async () => {
    const folder = mkdtempSync(join(tmpdir(), "foldcast-verify-"))
    const file = join(folder, "report.xml")
    const args = ["verify", "performer-service", "--url", url, "--key", "k", "--junit"]
    expect(await runFoldcast([...args, file])).toMatchObject({ code: 2 })
    expect(readFileSync(file, "utf8")).toContain(`errors="1"`)
    rmSync(folder, { recursive: true, force: true })
  })
})
