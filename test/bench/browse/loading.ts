/**
 * How fast a page loads on a phone by Lighthouse, compared with a static copy of its markup. The two are measured
 * in turn, so that a slowdown of the machine affects both.
 */
import { runLighthouse } from "../../support/lighthouse.ts"
import { median, medianRatio } from "../../support/statistics.ts"

interface Load {
  /** 0 to 100. */
  readonly score: number
  /** Milliseconds on Lighthouse's simulated phone. */
  readonly largest: number
  readonly shift: number
}

export interface Loading {
  readonly score: number
  readonly staticScore: number
  readonly largest: number
  readonly staticLargest: number
  readonly largestRatio: number
  readonly shift: number
}

const load = async (url: string): Promise<Load> => {
  const { scores, measures } = await runLighthouse(url, ["performance"], "mobile")
  return {
    score: scores.performance ?? Number.NaN,
    largest: measures["largest-contentful-paint"] ?? Number.NaN,
    shift: measures["cumulative-layout-shift"] ?? Number.NaN,
  }
}

export const measureLoading = async (
  { site, copy }: { readonly site: string; readonly copy: string },
  path: string,
  rounds: number,
): Promise<Loading> => {
  const ours: Array<Load> = []
  const theirs: Array<Load> = []
  const sides = [
    async () => ours.push(await load(site + path)),
    async () => theirs.push(await load(copy + path)),
  ]
  for (let round = 0; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) await side()
  }
  const of = (loads: ReadonlyArray<Load>, figure: keyof Load) => loads.map((each) => each[figure])
  return {
    score: median(of(ours, "score")),
    staticScore: median(of(theirs, "score")),
    largest: median(of(ours, "largest")),
    staticLargest: median(of(theirs, "largest")),
    largestRatio: medianRatio(of(ours, "largest"), of(theirs, "largest")),
    shift: Math.max(...of(ours, "shift")),
  }
}
