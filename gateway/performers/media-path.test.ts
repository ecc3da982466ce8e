import { describe, expect, it } from "vitest"
import { filmAddress, isPicturePath, pictureAddress, pictureHosts } from "./media-path.ts"

const HOSTS = pictureHosts({
  performerService: { url: "http://performers.internal:3100/v1" },
  media: {
    url: "https://media.example",
    otherHosts: new Set(["cdn.example", "cdn.example:8443"]),
  },
})

const HOSTILE = [
  "/media/../api/session",
  "/media/a/../../x.jpg",
  "/media/a/./x.jpg",
  "/media/.hidden/x.jpg",
  "/media/a/.x.jpg",
  "/media/a..b/x.jpg",
  "/media/a./x.jpg",
  "/media//x.jpg",
  "//media/x.jpg",
  "/media/%2e%2e/x.jpg",
  "/media/a%2fx.jpg",
  "/media/a%00x.jpg",
  "/media/a\\x.jpg",
  "/media/a/x.jpg\n",
  "/media/a/x.jpg?size=1",
  "/media/a/x.jpg#a",
  "/media/a/x.jpg;a=b",
  "/media/a/x.jpg/",
  "/media/a/x.JPG",
  "/media/a/x.svg",
  "/media/a/x.html",
  "/media/a/x",
  "/media/.jpg",
  "/media/albums/p_1",
  "/media/",
  "/media",
  "/mediax/a.jpg",
  "media/a.jpg",
  "/api/session",
  "/media/á/x.jpg",
  `/media/${"a".repeat(101)}/x.jpg`,
  `/media/${"a/".repeat(8)}x.jpg`,
]

describe("the path of a picture", () => {
  it("consists of plain names and a known ending, and nothing that has to be decoded", () => {
    for (const path of [
      "/media/p_1/snapshots/0.jpg",
      "/media/p_1/400x300/snapshots/cover-nonude.jpg",
      "/media/x.webp",
      "/media/a.b/c.d.avif",
      "/media/A-1/b_2.png",
    ]) {
      expect(isPicturePath(path), path).toBe(true)
    }
  })

  it.each(HOSTILE)("is not accepted as %j", (path) => {
    expect(isPicturePath(path)).toBe(false)
    expect(pictureAddress(path, HOSTS)).toBeNull()
  })
})

describe("the address of a picture", () => {
  it("is this site's own where it lies on the media host or with the performer service", () => {
    for (const origin of ["", "http://performers.internal:3100", "https://media.example"]) {
      expect(pictureAddress(`${origin}/media/p/snapshots/1.jpg`, HOSTS)).toBe(
        "/media/p/snapshots/1.jpg",
      )
    }
  })

  it("is another host's over https, where that host is configured", () => {
    for (const url of ["https://cdn.example/any/where.jpg?v=2", "https://cdn.example:8443/x.jpg"]) {
      expect(pictureAddress(url, HOSTS)).toBe(url)
    }
  })

  it.each([
    "http://cdn.example/x.jpg",
    "https://cdn.example.evil.test/x.jpg",
    "https://cdn.example@evil.test/x.jpg",
    "https://user@cdn.example/x.jpg",
    "https://CDN.example/x.jpg",
    "https://cdn.example:444/x.jpg",
    "https://cdn.example/a/../x.jpg",
    "https://evil.test/media/x.jpg",
    "//evil.test/media/x.jpg",
    "//cdn.example/x.jpg",
    "http://media.example/media/x.jpg",
    "https://media.example/private/x.jpg",
    "https://media.example/media/x.jpg?size=1",
    "https://media.example/media/%2e%2e/x.jpg",
    "javascript:alert(1)",
    "data:image/png;base64,AAAA",
    "blob:https://cdn.example/1",
    " https://cdn.example/x.jpg",
    "",
  ])("is absent where it is %j", (url) => {
    expect(pictureAddress(url, HOSTS)).toBeNull()
  })

  it("may be a film's on a configured host only, for the media host serves pictures", () => {
    expect(filmAddress("https://cdn.example/a.mp4", HOSTS)).toBe("https://cdn.example/a.mp4")
    for (const url of ["/media/a.mp4", "/media/a.jpg", "https://media.example/media/a.jpg"]) {
      expect(filmAddress(url, HOSTS)).toBeNull()
    }
  })
})
