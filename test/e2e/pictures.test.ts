/**
 * Pictures through everything: chat service, gateway, media engine and a visitor's browser. Each performer's drawn
 * loop has a code in its corner, so that the right room is seen.
 */
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { pictureMoment } from "../media/picture-moment.ts"
import { STATUS } from "../support/demo-world.ts"
import { setStatus } from "../support/provider-state.ts"
import { isStill, loopNumberOf, moves, picture, PICTURE_WORLD, WAIT } from "./picture-scenes.ts"
import { freePerformers, isWatching, memberIn } from "./room-scenes.ts"
import { testSite } from "./site.ts"

const site = testSite(PICTURE_WORLD)
const performer = freePerformers(site)

describe("a performer's picture", () => {
  it("moves for a guest, ends with free chat and is back with it, while who pays goes on seeing her", async () => {
    const { username, performerId } = await performer()
    const guest = await site.arrive({ locale: "nl", width: 390, height: 844 })
    const watching = await guest.openTab(guest.address(`/profile/${username}`))
    await moves(watching)
    const loop = loopNumberOf(performerId)
    await expect.poll(() => pictureMoment(picture(watching)), WAIT).toMatchObject({ loop })
    const visitor = await site.arrive({ locale: "en" })
    const paying = await memberIn(site, visitor, 400, `/profile/${username}`)
    await isWatching(paying, username)
    await paying.press(m.stream_join_private)
    await paying.shows(paying.words.say(m.stream_in_private, { name: username }))
    await moves(paying)
    await setStatus(site.world(), performerId, STATUS.live)
    await isStill(watching)
    await moves(paying)
    await expect.poll(() => pictureMoment(picture(paying)), WAIT).toMatchObject({ loop })
    await setStatus(site.world(), performerId, STATUS.free)
    await moves(watching)
    await paying.press(m.stream_leave_private)
    await isWatching(paying, username)
    await moves(paying)
    // A page may ask in the moment in which she goes on; it is told that there is nothing.
    const isRefusal = (line: string) => /404 .*\/api\/rooms\/[^/]+\/watch\?/u.test(line)
    for (const { watched } of [watching, paying]) {
      expect(watched.complaints().filter((line) => !isRefusal(line))).toEqual([])
    }
  })

  it("comes back by itself where the media engine was away", async () => {
    const { username } = await performer()
    const guest = await site.arrive({ locale: "en" })
    const tab = await guest.openTab(guest.address(`/profile/${username}`))
    await moves(tab)
    await site.without("media", async () => {
      await tab.page
        .getByText(tab.words.say(m.picture_lost))
        .or(tab.page.getByText(tab.words.say(m.picture_stopped)))
        .first()
        .waitFor()
    })
    const again = tab.button(tab.words.say(m.picture_again))
    await again.or(tab.page.locator(".player video[data-shown=true]")).first().waitFor()
    if (await again.isVisible()) await again.click()
    await moves(tab)
  })
})
