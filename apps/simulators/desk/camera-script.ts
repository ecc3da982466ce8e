/**
 * What runs the camera of a performer's room (camera-part.ts): the devices and their preview, going live and stopping,
 * the key that cuts, what viewers see, and the key for a program. Served as it stands here, after engine-script.ts.
 *
 * `data-sends` of its part says that it publishes: still-script.ts goes by it.
 *
 * Going live ends with the page, and where the desk has her no more. A cut closes the connection here before
 * anybody is asked. Until then it lasts: what is lost is opened again, ever more slowly, for as long as it takes. Only
 * a refusal ends that, and a program that publishes in its place: both would cut each other off for ever.
 */
export const CAMERA_SCRIPT = `"use strict";
(() => {
  const at = (id) => document.getElementById(id);
  const part = at("camera");
  if (part === null) return;
  const state = at("camera-state");
  const here = location.pathname;
  // The same words again would be read out again.
  const tell = (text) => {
    if (state.textContent !== text) state.textContent = text;
  };

  let stream = null;
  // From the press that begins it to the one that ends it, whatever the connection does.
  let isLive = false;
  let publishing = null;
  let watching = null;

  const show = () => {
    const focused = document.activeElement;
    at("go-live").disabled = stream === null || isLive;
    at("stop-live").disabled = !isLive;
    // What would be pressed next stands out.
    at("open-camera").classList.toggle("first", stream === null);
    at("go-live").classList.toggle("first", stream !== null && !isLive);
    at("stop-live").classList.toggle("first", isLive);
    // Who pressed one goes on at the other.
    if (focused === at("go-live") && isLive) at("stop-live").focus();
    if (focused === at("stop-live") && !isLive) at("go-live").focus();
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
      // Another device in the midst of it ends nothing.
      if (!isLive) tell("");
      measure();
      await list();
    } catch (error) {
      tell(error.name === "NotAllowedError" ? state.dataset.forbidden : state.dataset.none);
    }
    show();
  };

  const WAITS_MS = [500, 1000, 2000, 4000, 8000];
  // After so long it is no longer one try after another.
  const STEADY_MS = 10000;
  // Many a line is back by itself sooner.
  const DOUBT_MS = 3000;
  let tries = 0;
  let liveSince = Infinity;
  let next = 0;
  const drop = () => {
    clearTimeout(next);
    const pc = publishing;
    publishing = null;
    delete part.dataset.sends;
    deskEngine.close(pc);
  };
  const cut = (text) => {
    if (!isLive) return;
    isLive = false;
    drop();
    tell(text);
    show();
  };
  const lose = () => {
    drop();
    if (!at("by-program").hidden) return cut(state.dataset.lost);
    if (performance.now() - liveSince >= STEADY_MS) tries = 0;
    liveSince = Infinity;
    const wait = WAITS_MS[Math.min(tries, WAITS_MS.length - 1)] * (0.75 + Math.random() / 2);
    tries += 1;
    tell(state.dataset.again);
    next = setTimeout(connect, wait);
  };
  const follow = (pc) => {
    if (publishing !== pc) return;
    clearTimeout(next);
    if (pc.connectionState === "connected") {
      liveSince = Math.min(liveSince, performance.now());
      part.dataset.sends = "on";
      tell(state.dataset.liveNow);
      lookAlong();
    }
    if (pc.connectionState === "disconnected") next = setTimeout(lose, DOUBT_MS);
    if (["failed", "closed"].includes(pc.connectionState)) lose();
  };
  const connect = async () => {
    const pc = new RTCPeerConnection({ bundlePolicy: "max-bundle" });
    publishing = pc;
    for (const track of stream.getTracks()) {
      const sendEncodings = track.kind === "video" ? [{ maxBitrate: 1500000 }] : [{}];
      pc.addTransceiver(track, { direction: "sendonly", streams: [stream], sendEncodings });
    }
    pc.onconnectionstatechange = () => follow(pc);
    try {
      await deskEngine.post("/camera/publish", pc);
    } catch (error) {
      if (publishing !== pc) return;
      if (error.isFinal === true) cut(state.dataset.failed);
      else lose();
    }
  };
  const goLive = () => {
    if (stream === null || isLive) return;
    isLive = true;
    tries = 0;
    show();
    void connect();
  };

  const unsee = () => {
    const pc = watching;
    watching = null;
    at("see").style.display = "";
    at("seen").srcObject = null;
    deskEngine.close(pc);
  };
  const see = async (isAsked) => {
    unsee();
    const seen = new MediaStream();
    const pc = deskEngine.receiver(seen);
    watching = pc;
    at("see").style.display = "none";
    at("seen").srcObject = seen;
    pc.onconnectionstatechange = () => {
      if (watching === pc && ["failed", "closed"].includes(pc.connectionState)) unsee();
    };
    try {
      await deskEngine.post("/camera/read", pc);
    } catch {
      if (watching !== pc) return;
      unsee();
      if (isAsked) tell(state.dataset.nothing);
    }
  };
  // Whoever has her sees what viewers see, for as long as they see anything.
  const lookAlong = () => {
    if (at("see").disabled) unsee();
    else if (watching === null && !part.hidden) void see(false);
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
  at("see").addEventListener("click", () => see(true));
  new MutationObserver(lookAlong).observe(at("see"), { attributeFilter: ["disabled"] });
  lookAlong();
  at("draw-key").addEventListener("click", () => askKey("POST"));
  at("revoke-key").addEventListener("click", () => askKey("DELETE"));
  for (const one of part.querySelectorAll("[data-copies]")) {
    one.addEventListener("click", () => copy(one.dataset.copies));
  }
  // In a field a key may be part of what is typed; in a list or on a box it is not.
  const isField = (target) =>
    target instanceof Element &&
    target.closest("textarea, [contenteditable], input:not([type=checkbox])") !== null;
  addEventListener("keydown", (event) => {
    if (event.key !== state.dataset.cutKey || isField(event.target)) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    cut(state.dataset.stopped);
  });
  addEventListener("beforeunload", (event) => {
    if (isLive) event.preventDefault();
  });
  addEventListener("pagehide", () => {
    deskEngine.close(publishing);
    deskEngine.close(watching);
  });
  // The desk has her, or has her no more.
  new MutationObserver(() => {
    if (!part.hidden) return lookAlong();
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
