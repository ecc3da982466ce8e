/**
 * Maps performers of the performer service to the browser's form: complete records, with defaults for what is
 * missing (contracts, queries/performers). Pure.
 */
import type {
  PerformerSummary,
  PerformerDetails,
  PerformerProfile,
  Picture,
} from "@foldcast/contracts/queries/performers"
import type { GridPerformer, ProfileAnswer } from "@foldcast/contracts/upstream/performer-service"
import { byPerformerText } from "@foldcast/contracts/performer-texts"
import type { CalendarDate } from "@foldcast/rules/birthday"
import { statusOf } from "@foldcast/rules/performer-status"
import { filmAddress, pictureAddress, type PictureHosts } from "./media-path.ts"

export interface Showing {
  readonly hosts: PictureHosts
  readonly today: CalendarDate
}

/** Age in whole years; a person born on 29 February turns a year older on 1 March in other years. */
export const ageOn = (dateOfBirth: CalendarDate, today: CalendarDate): number => {
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return Math.max(0, today.slice(5) < dateOfBirth.slice(5) ? years - 1 : years)
}

interface ToldPicture {
  readonly url: string
  readonly colour?: string
}

export const pictureShape = (told: ToldPicture | null, hosts: PictureHosts): Picture | null => {
  const url = told === null ? null : pictureAddress(told.url, hosts)
  return url === null ? null : { url, colour: told?.colour ?? null }
}

export const pictureShapes = (
  told: ReadonlyArray<ToldPicture>,
  hosts: PictureHosts,
): ReadonlyArray<Picture> => told.flatMap((one) => pictureShape(one, hosts) ?? [])

type Listed = Omit<GridPerformer, "user">

const listed = (told: Listed, { hosts, today }: Showing) => ({
  rating: told.rating,
  onlineStatus: statusOf(told),
  age: ageOn(told.dateOfBirth, today),
  languages: told.languages,
  cybertoy: told.cybertoy,
  picture: pictureShape(told.snapshot, hosts),
  nonude: pictureShape(told.nonude, hosts),
  firstCamSession: told.firstCamSession,
  lastCamSession: told.lastCamSession,
})

export const cardShape = (told: GridPerformer, showing: Showing): PerformerSummary => ({
  performerId: String(told.user.id),
  username: told.user.username,
  ...listed(told, showing),
})

/** A missing or blank text becomes null (UA28). */
const said = (text: string | null | undefined): string | null =>
  text === undefined || text === null || text.trim() === "" ? null : text

const detailsShape = (told: ProfileAnswer): PerformerDetails => ({
  ...byPerformerText((name) => said(told[name])),
  dateOfBirth: told.dateOfBirth,
  languageBitflag:
    told.languageBitflag === undefined || told.languageBitflag < 0 ? null : told.languageBitflag,
  breastSize: told.breastSize ?? null,
  penisSize: told.penisSize ?? null,
  kinkyAttributes: (told.kinkyAttributes ?? []).filter((one) => said(one) !== null),
})

/** A profile without its `at`. */
export const profileShape = (
  told: ProfileAnswer,
  showing: Showing,
): Omit<PerformerProfile, "at"> => ({
  performerId: String(told.id),
  username: told.username,
  ...listed(told, showing),
  cover: pictureShape(told.cover, showing.hosts),
  coverVideo: told.coverVideo === null ? null : filmAddress(told.coverVideo, showing.hosts),
  images: pictureShapes(told.images, showing.hosts),
  details: detailsShape(told),
})
