/**
 * Before any test: unpacks the browser from npm once. Test files run in parallel, and two that unpacked it at the
 * same time would start an incomplete browser.
 */
import packedChromium from "@sparticuz/chromium"

export const setup = async (): Promise<void> => {
  if (process.env["CHROMIUM_PATH"] === undefined) await packedChromium.executablePath()
}
