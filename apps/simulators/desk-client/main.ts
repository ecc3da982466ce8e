/**
 * The script of the desk's pages. Without it they work too, by loading: it brings the page up to date, sends forms
 * in place, and runs what needs the browser's camera and connections.
 */
import { sendFormsInPlace } from "./act-forms.ts"
import { showCamBacks } from "./cam-backs.ts"
import { Camera } from "./camera.ts"
import { findElement } from "./page.ts"
import { PageRefresh } from "./page-refresh.ts"
import { noticeCutPastes } from "./paste-notice.ts"

const scrollToEnd = (log: HTMLElement): void => {
  log.scrollTop = log.scrollHeight
}

const start = (desk: HTMLElement): void => {
  const refresh = new PageRefresh(desk)
  sendFormsInPlace(desk, () => refresh.now())
  noticeCutPastes()
  const log = findElement("log", HTMLElement)
  if (log !== null) scrollToEnd(log)
  void refresh.run()
  const camera = findElement("camera", HTMLElement)
  if (camera !== null) new Camera(camera).start()
  const camBacks = findElement("cam-backs-list", HTMLElement)
  if (camBacks !== null) showCamBacks(camBacks)
}

const desk = findElement("desk", HTMLElement)
if (desk !== null) start(desk)
