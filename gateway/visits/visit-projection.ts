/**
 * The gateway's own projection of a visit: whether the age was checked, and what has no known end. Never stored; after
 * a restart the open questions are read from the log.
 */
import { OpenQuestions, type ToldFact } from "./open-questions.ts"

export class VisitProjection {
  #open: OpenQuestions | null
  #isAgeVerified: boolean
  #readers = 0
  /** What was told since the log began to be read; null where it is not. */
  #meanwhile: Array<ToldFact> | null = null

  private constructor(open: OpenQuestions | null, isAgeVerified: boolean) {
    this.#open = open
    this.#isAgeVerified = isAgeVerified
  }

  static ofNewVisit(isAgeVerified: boolean): VisitProjection {
    return new VisitProjection(new OpenQuestions(), isAgeVerified)
  }

  /** The state of a visit whose log was not read. At worst `AgeVerified` is sent again, which changes nothing. */
  static ofRestoredVisit(): VisitProjection {
    return new VisitProjection(null, false)
  }

  get isAgeVerified(): boolean {
    return this.#isAgeVerified
  }

  /** Null until they are read from the log. */
  get open(): OpenQuestions | null {
    return this.#open
  }

  /** Applies new facts. Open questions are tracked only once they were read from the log. */
  apply(told: Iterable<ToldFact>): void {
    for (const fact of told) {
      if (fact.event._tag === "AgeVerified") this.#isAgeVerified = true
      this.#open?.apply(fact)
      this.#meanwhile?.push(fact)
    }
  }

  /** The log is being read for the open questions. */
  openBeingRead(): void {
    this.#readers += 1
    this.#meanwhile ??= []
  }

  /** It could not be read. */
  openNotRead(): void {
    this.#readers -= 1
    if (this.#readers === 0) this.#meanwhile = null
  }

  /** Sets the open questions, folded from the whole log. What was told meanwhile may be in it, and is not told twice. */
  openRead(open: OpenQuestions): OpenQuestions {
    for (const fact of this.#meanwhile ?? []) open.apply(fact)
    this.#meanwhile = null
    this.#open = open
    return open
  }
}
