import { describe, expect, it } from "vitest"
import { contentParts, plainText } from "./content-parts.ts"

const ORIGIN = "https://site.example"
const PLACE = { origin: ORIGIN, tracking: {} }
const links = (text: string) =>
  contentParts(text, PLACE).flatMap((part) =>
    part._tag === "Text" ? [] : [[part._tag, part.href]],
  )

describe("a description made of content", () => {
  it("is its text, without the addresses of its links", () => {
    expect(plainText("Lees de [regels](/terms-conditions) [eerst](ftp://x).", ORIGIN)).toBe(
      "Lees de regels [eerst](ftp://x).",
    )
  })
})

describe("links in content", () => {
  it("are placed between the texts around them [SHELL-51]", () => {
    expect(contentParts("Lees de [regels](/terms-conditions) eerst.", PLACE)).toEqual([
      { _tag: "Text", text: "Lees de ", at: 0 },
      { _tag: "SiteLink", text: "regels", href: `${ORIGIN}/terms-conditions`, at: 8 },
      { _tag: "Text", text: " eerst.", at: 35 },
    ])
  })

  it("lead outside where they begin with http or www [SHELL-52]", () => {
    expect(links("[a](https://a.example/x) [b](http://b.example) [c](www.c.example)")).toEqual([
      ["OutsideLink", "https://a.example/x"],
      ["OutsideLink", "http://b.example/"],
      ["OutsideLink", "https://www.c.example/"],
    ])
  })

  it("get the site's origin where they are relative [SHELL-53]", () => {
    expect(links("[a](/en/privacy?x=1#y)")).toEqual([["SiteLink", `${ORIGIN}/en/privacy?x=1#y`]])
  })

  it("keep the tracking parameters within the site alone, and leave their own [ROUTE-44]", () => {
    const place = { origin: ORIGIN, tracking: { p: "abc", click_id: "a b&c" } }
    const hrefs = contentParts("[a](/x?p=own#y) [b](/x) [c](https://c.example/)", place).flatMap(
      (part) => (part._tag === "Text" ? [] : [part.href]),
    )
    expect(hrefs).toEqual([
      `${ORIGIN}/x?p=own&click_id=a+b%26c#y`,
      `${ORIGIN}/x?p=abc&click_id=a+b%26c`,
      "https://c.example/",
    ])
  })

  it.each([
    "[a](javascript:alert(1))",
    "[a](data:text/html,x)",
    "[a](//elsewhere.example/)",
    "[a](/\\elsewhere.example/)",
    "[a](https://bank.example@elsewhere.example/)",
    "[a](https://user:pass@site.example/)",
    "[a](http://)",
    "[a](relative/path)",
    "[a]( /privacy)",
    "<a href='/x'>a</a>",
  ])("stay text where they could mislead or run: %s", (text) => {
    expect(contentParts(text, PLACE)).toEqual([{ _tag: "Text", text, at: 0 }])
  })
})
