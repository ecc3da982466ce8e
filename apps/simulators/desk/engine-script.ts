/**
 * What the desk's pages have in common towards the media engine: an offer goes to this server, which knows the engine
 * and the token, and what it opened is closed. Served as it stands here, before camera-script.ts and
 * cam-back-script.ts.
 */
export const ENGINE_SCRIPT = `"use strict";
const deskEngine = (() => {
  const ANSWER_MS = 15000;
  const sessions = new WeakMap();
  const end = (session) =>
    void fetch(session, { method: "DELETE", keepalive: true }).catch(() => undefined);
  return {
    post: async (address, pc) => {
      await pc.setLocalDescription(await pc.createOffer());
      const response = await fetch(location.pathname + address, {
        method: "POST",
        headers: { "Content-Type": "application/sdp" },
        body: pc.localDescription.sdp,
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      // A refusal is final; a server or an engine that is away may be back.
      if (response.status !== 201) throw Object.assign(new Error("refused"), response.status < 500 && { isFinal: true });
      const session = response.headers.get("Location");
      const answer = await response.text();
      // Who was stopped meanwhile is not begun any more.
      if (pc.signalingState === "closed") return end(session);
      sessions.set(pc, session);
      await pc.setRemoteDescription({ type: "answer", sdp: answer });
    },
    close: (pc) => {
      if (pc === null) return;
      pc.onconnectionstatechange = null;
      pc.close();
      const session = sessions.get(pc);
      if (session !== undefined) end(session);
    },
    /** To see and to hear; what comes is in the stream that is given. */
    receiver: (stream) => {
      const pc = new RTCPeerConnection({ bundlePolicy: "max-bundle" });
      pc.ontrack = ({ track }) => stream.addTrack(track);
      for (const kind of ["video", "audio"]) pc.addTransceiver(kind, { direction: "recvonly" });
      return pc;
    },
  };
})();
`
