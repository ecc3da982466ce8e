/**
 * Shows the cameras of viewers at the desk: one is watched as long as its item stands in the list (cam-back-part.ts),
 * and tried again where it is not there yet or breaks off. Served as it stands here, after engine-script.ts.
 *
 * An item that is renewed, as for another name, keeps its picture and whether it is heard. Sound is off until it is
 * turned on; the button for it is there once sound has come. What is not watched any more is closed at once.
 */
export const CAM_BACK_SCRIPT = `"use strict";
(() => {
  const list = document.getElementById("cam-backs-list");
  if (list === null) return;
  const watched = new Map();
  const itemOf = (session) => document.getElementById("cam-back-" + session);
  const draw = (session) => {
    const one = watched.get(session);
    const item = itemOf(session);
    if (one === undefined) return;
    const video = item?.querySelector("video");
    if (video === null || video === undefined) return;
    if (video.srcObject !== one.stream) video.srcObject = one.stream;
    video.onplaying = () => item.toggleAttribute("data-playing", true);
    const sound = item.querySelector(".sound");
    sound.dataset.hears ??= sound.textContent;
    const name = () => {
      sound.textContent = one.isHeard ? sound.dataset.mutes : sound.dataset.hears;
    };
    video.muted = !one.isHeard;
    sound.hidden = !one.stream.getAudioTracks().some((track) => !track.muted);
    name();
    sound.onclick = () => {
      video.muted = one.isHeard;
    };
    // The picture has controls of its own.
    video.onvolumechange = () => {
      one.isHeard = !video.muted;
      name();
    };
  };
  const unwatch = (one) => {
    clearTimeout(one.again);
    deskEngine.close(one.pc);
    one.pc = null;
  };
  const watch = async (session) => {
    const one = watched.get(session);
    if (one === undefined) return;
    one.stream = new MediaStream();
    const pc = deskEngine.receiver(one.stream);
    pc.addEventListener("track", ({ track }) => {
      for (const change of ["mute", "unmute"]) track.addEventListener(change, () => draw(session));
    });
    one.pc = pc;
    itemOf(session)?.removeAttribute("data-playing");
    draw(session);
    const lost = () => {
      if (one.pc !== pc) return;
      unwatch(one);
      one.waitMs = Math.min(4000, one.waitMs * 2);
      one.again = setTimeout(watch, one.waitMs, session);
    };
    pc.onconnectionstatechange = () => {
      if (pc.connectionState === "connected") one.waitMs = 250;
      if (["disconnected", "failed", "closed"].includes(pc.connectionState)) lost();
    };
    try {
      await deskEngine.post("/cam-back/" + encodeURIComponent(session), pc);
    } catch {
      lost();
    }
  };
  const look = () => {
    const wanted = new Set(
      [...list.children].filter((item) => item.querySelector("video") !== null).map((item) => item.dataset.session),
    );
    for (const [session, one] of watched) {
      if (wanted.has(session)) continue;
      watched.delete(session);
      unwatch(one);
    }
    for (const session of wanted) {
      if (watched.has(session)) draw(session);
      else {
        watched.set(session, { pc: null, stream: null, isHeard: false, again: 0, waitMs: 250 });
        void watch(session);
      }
    }
  };
  new MutationObserver(look).observe(list, { childList: true });
  addEventListener("pagehide", () => {
    for (const one of watched.values()) unwatch(one);
  });
  look();
})();
`
