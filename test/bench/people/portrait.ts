/** Portraits of the demo's performers: the drawing alone, and rendered to the file of a card. */
import { renderSvg } from "@foldcast/backend/media/render"
import { portrait } from "@foldcast/backend/media/portrait"
import type { PictureName } from "@foldcast/backend/media/picture-name"
import type { Figures, Options } from "../harness/contest.ts"

const CARD = { width: 400, height: 300 }

const of = (index: number): PictureName => ({ owner: `somebody-${index}`, name: "0", plain: false })

/** Milliseconds of processor time of one, in all threads. */
const processorMs = async (count: number, draw: (picture: PictureName) => unknown) => {
  const before = process.cpuUsage()
  for (let index = 0; index < count; index += 1) await draw(of(index))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / count
}

export const run = async ({ portraits }: Options): Promise<Figures> => {
  const count = Number(portraits)
  const draw = (picture: PictureName) => portrait(picture, CARD)
  const render = (picture: PictureName) => renderSvg({ picture, size: "400x300" }, "webp")
  await processorMs(count, draw)
  const drawingMs = await processorMs(count, draw)
  await processorMs(Math.ceil(count / 10), render)
  return { drawingMs, fileMs: await processorMs(count, render) }
}
