/** What a document knows of the report that it sent. */
import { expect, it } from "vitest"
import { commandId, TestLog } from "./log.fixtures.ts"
import { sentReport } from "./sent-report.ts"

it("a sent report is received or refused, and nothing is known of the next one", () => {
  const log = new TestLog()
  expect(sentReport(log.state)).toBeNull()
  log.event({ _tag: "ReportRefused", label: "tooManyAttempts" })
  expect(sentReport(log.state)).toEqual({ _tag: "Refused", label: "tooManyAttempts" })
  log.fact({ _tag: "CommandSent", commandId: commandId("again"), command: "SendReport" })
  expect(sentReport(log.state)).toBeNull()
  log.event({ _tag: "ReportReceived", reportId: "rp_1" })
  expect(sentReport(log.state)).toEqual({ _tag: "Received", reportId: "rp_1" })
})
