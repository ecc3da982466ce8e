/** Writes the generated documents: `npm run docs`. */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { DOCUMENTS, presentText } from "./reference/documents.ts"

for (const { path, render } of DOCUMENTS) {
  const present = presentText(path)
  const text = render(present)
  if (text === present) continue
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  console.log(`written: ${path}`)
}
