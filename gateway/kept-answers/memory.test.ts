import { keptAnswersConformance } from "./kept-answers.conformance.ts"
import { MemoryKeptAnswers } from "./memory.ts"

keptAnswersConformance("memory", MemoryKeptAnswers.layer)
