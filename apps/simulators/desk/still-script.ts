/**
 * What sends stills of the free picture while the desk publishes it: every two seconds a small JPEG of the camera's own
 * preview. Served as it stands here, beside camera-script.ts, which says whether it publishes (`data-sends`).
 *
 * A still names the stretch of free chat that the page knew of before the still was taken: the service shows it in no
 * other. Where no stretch is told, nothing is taken.
 */
import { MAX_SENT_STILL_BYTES } from "@foldcast/contracts/upstream/performer-desk"

export const STILL_SCRIPT = `"use strict";
(() => {
  const at = (id) => document.getElementById(id);
  const part = at("camera");
  if (part === null) return;
  const SIDE = 320;
  const QUALITIES = [0.6, 0.35, 0.15];
  const canvas = document.createElement("canvas");

  const jpeg = (quality) => new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
  const taken = async (video) => {
    const { videoWidth: width, videoHeight: height } = video;
    const share = SIDE / Math.max(width, height);
    canvas.width = Math.round(width * share);
    canvas.height = Math.round(height * share);
    canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
    for (const quality of QUALITIES) {
      const blob = await jpeg(quality);
      if (blob !== null && blob.size <= ${MAX_SENT_STILL_BYTES}) return blob;
    }
    return null;
  };
  const send = async () => {
    const stretch = at("stretch")?.value ?? "";
    const video = at("preview");
    if (part.dataset.sends !== "on" || stretch === "" || video.videoWidth === 0) return;
    const plain = String(at("plain-stills").checked);
    const body = await taken(video);
    if (body === null) return;
    await fetch(location.pathname + "/camera/still?" + new URLSearchParams({ stretch, plain }), {
      method: "POST",
      headers: { "Content-Type": "image/jpeg" },
      body,
      signal: AbortSignal.timeout(2000),
    });
  };
  // One that does not arrive is followed by the next.
  setInterval(() => void send().catch(() => undefined), 2000);
})();
`
