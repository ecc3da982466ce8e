/**
 * Before any test: unpacks the browser that npm brought, once. Test files run side by side, and two that
 * unpacked it at the same time would run half a browser.
 */
import packedChromium from "@sparticuz/chromium"

export const setup = async (): Promise<void> => {
  if (process.env["CHROMIUM_PATH"] === undefined) await packedChromium.executablePath()
}
