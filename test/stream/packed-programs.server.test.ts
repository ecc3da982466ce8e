/** The processes as they run for visitors: a few bundled files each (ADR 0034). End-to-end journeys use them. */
import { readdirSync, readFileSync } from "node:fs"
import { isBuiltin } from "node:module"
import { expect, it } from "vitest"

const IMPORTED = /^import (?:.* from )?"([^"]+)";$/gmu

const filesIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".js"))
/** The packages that the files of a folder import. */
const neededBy = (folder: string) =>
  filesIn(folder)
    .flatMap((file) =>
      [...readFileSync(`${folder}/${file}`, "utf8").matchAll(IMPORTED)].map(
        ([, name]) => name ?? "",
      ),
    )
    .filter((name) => !name.startsWith("./") && !isBuiltin(name))
    .toSorted()

it("the packed gateway needs Node alone, and Vite where it serves development", () => {
  expect(filesIn("gateway/dist")).toEqual(
    expect.arrayContaining(["main.js", "sqlite-worker.js", "worker.js"]),
  )
  expect(neededBy("gateway/dist")).toEqual(["vite"])
})

it.each([
  [
    "apps/backend/dist",
    ["@electric-sql/pglite", "@node-rs/argon2", "nodemailer", "pg", "sharp", "socket.io"],
  ],
  ["apps/simulators/dist/process", ["postal-mime", "smtp-server"]],
])("the packed program in %s imports only the packages that stay installed", (folder, packages) => {
  expect(filesIn(folder)).toContain("main.js")
  expect(neededBy(folder)).toEqual(packages)
})
