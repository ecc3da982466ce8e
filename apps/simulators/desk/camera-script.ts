/**
 * What runs the camera of a performer's room (camera-part.ts): the devices and their preview, going live and stopping,
 * the key that cuts, what viewers see, and the key for a program. Served as it stands here, after engine-script.ts.
 *
 * `data-sends` of its part says that it publishes: still-script.ts goes by it.
 *
 * Going live ends with the page, and where the desk has her no more. A cut closes the connection here before
 * anybody is asked.
 */
export const CAMERA_SCRIPT = `"use strict";
(() => {
  const at = (id) => document.getElementById(id);
  const part = at("camera");
  if (part === null) return;
  const state = at("camera-state");
  const here = location.pathname;
  const tell = (text) => {
    state.textContent = text;
  };

  let stream = null;
  let publishing = null;
  let watching = null;

  const show = () => {
    at("go-live").disabled = stream === null || publishing !== null;
    at("stop-live").disabled = publishing === null;
    for (const one of ["camera-device", "microphone-device"]) at(one).disabled = stream === null;
    const has = (kind) => stream?.getTracks().some((track) => track.kind === kind) === true;
    at("check-camera").textContent = has("video") ? state.dataset.ready : state.dataset.missing;
    at("check-microphone").textContent = has("audio") ? state.dataset.heard : state.dataset.unheard;
  };

  let sound = null;
  let levels = 0;
  const measure = () => {
    clearInterval(levels);
    void sound?.close();
    sound = null;
    at("level").value = 0;
    if (stream === null || stream.getAudioTracks().length === 0) return;
    sound = new AudioContext();
    const analyser = sound.createAnalyser();
    sound.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    levels = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      at("level").value = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
    }, 100);
  };

  const wanted = (id) => {
    const { value } = at(id);
    return value === "" ? true : { deviceId: { exact: value } };
  };
  const asked = async () => {
    const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
    const chosen = wanted("camera-device");
    const video = chosen === true ? size : { ...size, ...chosen };
    try {
      return await navigator.mediaDevices.getUserMedia({ video, audio: wanted("microphone-device") });
    } catch (error) {
      if (error.name !== "NotFoundError") throw error;
      return navigator.mediaDevices.getUserMedia({ video });
    }
  };
  const list = async () => {
    const devices = await navigator.mediaDevices.enumerateDevices();
    for (const [id, kind, track] of [
      ["camera-device", "videoinput", stream.getVideoTracks()[0]],
      ["microphone-device", "audioinput", stream.getAudioTracks()[0]],
    ]) {
      const options = devices
        .filter((device) => device.kind === kind)
        .map(({ label, deviceId }) => new Option(label, deviceId));
      at(id).replaceChildren(...options);
      at(id).value = track?.getSettings().deviceId ?? "";
    }
  };
  const stopDevices = (old) => {
    for (const track of old?.getTracks() ?? []) track.stop();
  };
  let openings = 0;
  const open = async () => {
    const opening = (openings += 1);
    try {
      const fresh = await asked();
      // Only the last that was asked for; none where the desk has her no more.
      if (opening !== openings || part.hidden) return stopDevices(fresh);
      const old = stream;
      stream = fresh;
      at("preview").srcObject = stream;
      for (const sender of publishing?.getSenders() ?? []) {
        const track = stream.getTracks().find(({ kind }) => kind === sender.track?.kind);
        if (track !== undefined) await sender.replaceTrack(track);
      }
      stopDevices(old);
      tell("");
      measure();
      await list();
    } catch (error) {
      tell(error.name === "NotAllowedError" ? state.dataset.forbidden : state.dataset.none);
    }
    show();
  };

  const cut = (text) => {
    if (publishing === null) return;
    const pc = publishing;
    publishing = null;
    delete part.dataset.sends;
    deskEngine.close(pc);
    tell(text);
    show();
  };
  const goLive = async () => {
    if (stream === null || publishing !== null) return;
    const pc = new RTCPeerConnection({ bundlePolicy: "max-bundle" });
    publishing = pc;
    show();
    for (const track of stream.getTracks()) {
      const sendEncodings = track.kind === "video" ? [{ maxBitrate: 1500000 }] : [{}];
      pc.addTransceiver(track, { direction: "sendonly", streams: [stream], sendEncodings });
    }
    pc.onconnectionstatechange = () => {
      if (publishing !== pc) return;
      if (pc.connectionState === "connected") {
        part.dataset.sends = "on";
        tell(state.dataset.liveNow);
      }
      if (["failed", "closed"].includes(pc.connectionState)) cut(state.dataset.lost);
    };
    try {
      await deskEngine.post("/camera/publish", pc);
    } catch {
      if (publishing === pc) cut(state.dataset.failed);
    }
  };

  const unsee = () => {
    const pc = watching;
    watching = null;
    at("seen").srcObject = null;
    deskEngine.close(pc);
  };
  const see = async () => {
    unsee();
    const seen = new MediaStream();
    const pc = deskEngine.receiver(seen);
    watching = pc;
    at("seen").srcObject = seen;
    pc.onconnectionstatechange = () => {
      if (watching === pc && ["failed", "closed"].includes(pc.connectionState)) unsee();
    };
    try {
      await deskEngine.post("/camera/read", pc);
    } catch {
      if (watching !== pc) return;
      unsee();
      tell(state.dataset.nothing);
    }
  };

  const keyShown = (key) => {
    at("stream-key").value = key;
    at("key-shown").hidden = key === "";
  };
  const askKey = async (method) => {
    keyShown("");
    try {
      const response = await fetch(here + "/stream-key", { method });
      if (!response.ok) throw new Error(String(response.status));
      if (method === "POST") keyShown((await response.json()).key);
    } catch {
      tell(state.dataset.failed);
    }
  };
  const copy = async (id) => {
    const field = at(id);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      tell(state.dataset.copied);
    } catch {
      // It stands there selected.
    }
  };

  at("open-camera").addEventListener("click", open);
  at("camera-device").addEventListener("change", open);
  at("microphone-device").addEventListener("change", open);
  at("go-live").addEventListener("click", goLive);
  at("stop-live").addEventListener("click", () => cut(state.dataset.stopped));
  at("see").addEventListener("click", see);
  at("draw-key").addEventListener("click", () => askKey("POST"));
  at("revoke-key").addEventListener("click", () => askKey("DELETE"));
  for (const one of part.querySelectorAll("[data-copies]")) {
    one.addEventListener("click", () => copy(one.dataset.copies));
  }
  const isField = (target) =>
    target instanceof Element && target.closest("input, select, textarea, [contenteditable]") !== null;
  addEventListener("keydown", (event) => {
    if (event.key !== state.dataset.cutKey || isField(event.target)) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    cut(state.dataset.stopped);
  });
  addEventListener("beforeunload", (event) => {
    if (publishing !== null) event.preventDefault();
  });
  addEventListener("pagehide", () => {
    deskEngine.close(publishing);
    deskEngine.close(watching);
  });
  // The desk has her no more.
  new MutationObserver(() => {
    if (!part.hidden) return;
    cut(state.dataset.lost);
    unsee();
    stopDevices(stream);
    stream = null;
    at("preview").srcObject = null;
    keyShown("");
    measure();
    show();
  }).observe(part, { attributes: true, attributeFilter: ["hidden"] });
})();
`
