import { globSync, readFileSync } from "node:fs"
import { basename } from "node:path"
import { expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import * as registry from "../../packages/messages/generated/registry.js"
import { shortMessage } from "./short-messages.ts"

type Message = (inputs: object, options: { readonly locale: "nl" | "en" }) => string

const inLanguages =
  (nl: string | ((inputs: object) => string), en: typeof nl): Message =>
  (inputs, { locale }) => {
    const text = locale === "en" ? en : nl
    return typeof text === "string" ? text : text(inputs)
  }

const evaluated = (compiled: string, name: string): Message => {
  const body = shortMessage(compiled)
    .replace(/^import .*$/gmu, "")
    .replace("export const", "const")
  // oxlint-disable-next-line no-new-func
  return new Function("inLanguages", "registry", `${body}\nreturn ${name}`)(
    inLanguages,
    registry,
  ) as Message
}

it("a shortened message says in each language what the compiled one says", () => {
  const files = globSync("packages/messages/generated/messages/[!_]*.js")
  expect(files.length).toBeGreaterThan(1_000)
  for (const file of files) {
    const name = basename(file, ".js")
    const compiled = (m as unknown as Readonly<Record<string, Message>>)[name]
    const short = evaluated(readFileSync(file, "utf8"), name)
    for (const count of [1, 2]) {
      const inputs = new Proxy({}, { get: () => count })
      for (const locale of ["nl", "en"] as const)
        expect(short(inputs, { locale }), name).toBe(compiled?.(inputs, { locale }))
    }
  }
})

it("an unknown form is an error of the build", () => {
  expect(() => shortMessage("export const greeting = () => `Hallo`")).toThrow("unknown form")
})
