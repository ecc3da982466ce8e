import { describe, expect, it } from "vitest"
import { scriptJson } from "./script-json.ts"

describe("JSON inside a script element", () => {
  it.each(["</script><script>alert(1)</script>", "<!--<script>", "]]>", "a & b", "\\u003c", '"'])(
    "has nothing that a parser takes for markup, and means the same: %s",
    (text) => {
      const json = scriptJson({ [text]: [text] })
      expect(json).not.toMatch(/[<>&]/u)
      expect(JSON.parse(json)).toEqual({ [text]: [text] })
    },
  )
})
