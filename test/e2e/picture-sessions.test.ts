/**
 * A viewer who loses access to a performer sees nothing after one second, whatever the page does: at the end of
 * credits, when VIP goes to another member, after a kick, in a pause, in a tab that another tab replaced. Each page
 * holds on to its connection, so that only the service can have cut it.
 */
import { describe, expect, it } from "vitest"
import { m } from "@foldcast/messages/messages"
import { pictureMoment } from "../media/picture-moment.ts"
import { memberWithCredits, performerActs } from "../support/provider-state.ts"
import {
  heldNow,
  holdOn,
  isCutWithinASecond,
  isStill,
  loopNumberOf,
  moves,
  picture,
  PICTURE_WORLD,
  sitAtDesk,
  WAIT,
} from "./picture-scenes.ts"
import { freePerformers, isWatching, memberInRoom, seeTips, tipButton } from "./room-scenes.ts"
import { testSite } from "./site.ts"

describe("a picture that its viewer may no longer see", () => {
  const site = testSite(PICTURE_WORLD)
  const performer = freePerformers(site)

  const guestAt = async (username: string, holdsOn = false) => {
    const visitor = await site.arrive({ locale: "nl", width: 390, height: 844 })
    const tab = await visitor.emptyTab()
    if (holdsOn) await holdOn(tab.page)
    await tab.visit(visitor.address(`/profile/${username}`))
    await moves(tab)
    return tab
  }

  it("ends for viewers who watch free when VIP begins, and is shown to the VIP viewer alone [CHAT-24]", async () => {
    const { username, performerId } = await performer()
    const watching = await guestAt(username, true)
    const visitor = await site.arrive({ locale: "en" })
    const vip = await memberInRoom(site, visitor, 1_000, `/profile/${username}`)
    await isWatching(vip, username)
    await vip.press(m.vip_request)
    await vip.shows(vip.words.say(m.vip_waiting, { name: username }))
    await performerActs(site.world(), performerId, "accept")
    await vip.shows(vip.words.say(m.stream_in_vip, { name: username }))
    await watching.shows(watching.words.say(m.stream_vip_elsewhere, { name: username }))
    await moves(vip)
    await isCutWithinASecond(watching, await heldNow(watching), vip)
    await isStill(watching)
    const loop = loopNumberOf(performerId)
    await expect.poll(() => pictureMoment(picture(vip)), WAIT).toMatchObject({ loop })
  })

  it("ends with the last credit [CHAT-18, CHAT-41]", async () => {
    const { username } = await performer()
    const staying = await guestAt(username)
    const visitor = await site.arrive({ locale: "en", width: 390, height: 844 })
    await visitor.logIn(await memberWithCredits(site.world(), 60))
    const tab = await visitor.emptyTab()
    await holdOn(tab.page)
    await tab.visit(visitor.address(`/profile/${username}`))
    await isWatching(tab, username)
    await tab.press(m.stream_join_private)
    await tab.shows(tab.words.say(m.stream_in_private, { name: username }))
    await moves(tab)
    const connections = await heldNow(tab)
    await seeTips(tab)
    await tipButton(tab, "wink", 50).click()
    await tab.dialog.getByText(tab.words.say(m.no_credits_stream)).waitFor()
    await isCutWithinASecond(tab, connections, staying)
  })

  it("ends for a viewer who is sent out, and in a pause for everybody [CHAT-18]", async () => {
    const one = await performer()
    const staying = await guestAt((await performer()).username)
    const desk = await sitAtDesk(site, one)
    await desk.takeOver()
    await desk.goLive()
    const sentOut = await guestAt(one.username, true)
    const connections = await heldNow(sentOut)
    const { say } = desk.visitor.words
    await desk.page.getByText(say(m.desk_remove_open)).click()
    await desk.page.getByRole("button", { name: /^Remove ./u }).click()
    await sentOut.shows(sentOut.words.say(m.stream_ended_kicked, { name: one.username }))
    await isCutWithinASecond(sentOut, connections, staying)
    const paused = await guestAt(one.username, true)
    const before = await heldNow(paused)
    await desk.press(say(m.desk_pause))
    await isStill(paused)
    await isCutWithinASecond(paused, before, staying)
    await desk.press(say(m.desk_hand_back))
  })

  it("ends in the tab whose place another one took, and moves there [CHAT-19]", async () => {
    const { username } = await performer()
    const visitor = await site.arrive({ locale: "nl" })
    await visitor.logIn(await memberWithCredits(site.world(), 300))
    const first = await visitor.emptyTab()
    await holdOn(first.page)
    await first.visit(visitor.address(`/profile/${username}`))
    await moves(first)
    const connections = await heldNow(first)
    const second = await visitor.openTab(visitor.address(`/profile/${username}`))
    await moves(second)
    await first.shows(first.words.say(m.stream_ended_duplicate))
    await isCutWithinASecond(first, connections, second)
    await isStill(first)
  })
})
