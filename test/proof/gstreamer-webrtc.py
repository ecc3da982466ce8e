"""A WHIP publisher and a WHEP viewer that are no browser: GStreamer's webrtcbin, over libnice.

Python, because webrtcbin is reached by GObject introspection alone: nothing of npm binds it, and Debian's GStreamer
has no WHIP or WHEP element. Caller: foreign-media.test.ts.

    gstreamer-webrtc.py publish|watch URL TOKEN VP8|H264 udp|tcp

Writes a line of JSON for each thing that happens: `{"offer": sdp}`, `{"status": 201}`, `{"answer": sdp}`,
`{"state": "connected"}`, `{"frames": n, "audio": n}`, `{"error": words}`. Ends when its input does, by DELETE of its
session.
"""

import json
import sys
import threading
import urllib.error
import urllib.request
from urllib.parse import urljoin

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstWebRTC", "1.0")
gi.require_version("GstSdp", "1.0")
from gi.repository import GLib, Gst, GstSdp, GstWebRTC  # noqa: E402

SIDE, URL, TOKEN, CODEC, LINE = sys.argv[1:6]

ENCODERS = {
    "VP8": "vp8enc deadline=1 keyframe-max-dist=30 target-bitrate=500000 ! rtpvp8pay pt=96",
    "H264": "x264enc tune=zerolatency speed-preset=ultrafast key-int-max=30 bitrate=500"
    " ! video/x-h264,profile=baseline ! rtph264pay pt=96 config-interval=-1 aggregate-mode=zero-latency",
}
DECODERS = {
    "VP8": "rtpvp8depay ! vp8dec",
    "H264": "rtph264depay ! h264parse ! avdec_h264",
    "OPUS": "rtpopusdepay ! opusdec",
}
FEEDBACK = "rtcp-fb-nack=(boolean)true,rtcp-fb-nack-pli=(boolean)true,rtcp-fb-ccm-fir=(boolean)true"
CAPS = {
    "VP8": f"application/x-rtp,media=video,encoding-name=VP8,payload=96,clock-rate=90000,{FEEDBACK}",
    "H264": "application/x-rtp,media=video,encoding-name=H264,payload=96,clock-rate=90000,"
    f"packetization-mode=(string)1,profile-level-id=(string)42e01f,{FEEDBACK}",
    "OPUS": "application/x-rtp,media=audio,encoding-name=OPUS,payload=97,clock-rate=48000,encoding-params=(string)2",
}


TELLING = threading.Lock()


def tell(**what):
    with TELLING:
        sys.stdout.write(json.dumps(what) + "\n")
        sys.stdout.flush()


def only(sdp):
    """The lines of one of the two protocols, as a network leaves them."""
    if LINE == "udp":
        return sdp
    lines = sdp.split("\r\n")
    return "\r\n".join(one for one in lines if not one.startswith("a=candidate:") or " UDP " not in one.upper())


class Session:
    def __init__(self):
        self.loop = GLib.MainLoop()
        self.resource = None
        self.seen = {"frames": 0, "audio": 0}
        self.pipeline = Gst.Pipeline.new()
        self.peer = Gst.ElementFactory.make("webrtcbin")
        self.peer.set_property("bundle-policy", GstWebRTC.WebRTCBundlePolicy.MAX_BUNDLE)
        self.pipeline.add(self.peer)
        # Kept: 1.22 gives it without a reference of its own.
        self.agent = self.peer.get_property("ice-agent")
        self.agent.set_property("ice-tcp", LINE == "tcp")
        self.agent.set_property("ice-udp", LINE == "udp")
        self.peer.connect("notify::ice-gathering-state", self.gathered)
        self.peer.connect("notify::connection-state", self.changed)
        self.peer.connect("pad-added", self.received)
        bus = self.pipeline.get_bus()
        bus.add_signal_watch()
        bus.connect("message::error", self.failed)

    def part(self, description):
        made = Gst.parse_bin_from_description(description, True)
        self.pipeline.add(made)
        return made

    def publishes(self):
        video = "videotestsrc is-live=true ! video/x-raw,width=640,height=480,framerate=30/1 ! videoconvert"
        audio = "audiotestsrc is-live=true ! audioconvert ! opusenc ! rtpopuspay pt=97"
        for source, caps in ((f"{video} ! {ENCODERS[CODEC]}", CODEC), (audio, "OPUS")):
            self.part(f"{source} ! capsfilter caps=application/x-rtp,encoding-name={caps}").link(self.peer)
        for at in (0, 1):
            transceiver = self.peer.emit("get-transceiver", at)
            transceiver.set_property("direction", GstWebRTC.WebRTCRTPTransceiverDirection.SENDONLY)

    def watches(self):
        for caps in (CODEC, "OPUS"):
            direction = GstWebRTC.WebRTCRTPTransceiverDirection.RECVONLY
            transceiver = self.peer.emit("add-transceiver", direction, Gst.Caps.from_string(CAPS[caps]))
            transceiver.set_property("do-nack", True)

    def begin(self):
        if SIDE == "publish":
            self.publishes()
        else:
            self.watches()
        self.pipeline.set_state(Gst.State.PLAYING)
        if SIDE == "publish":
            # What it offers is known once the encoders have begun.
            self.peer.connect("on-negotiation-needed", lambda _: self.offers())
        else:
            self.offers()
        threading.Thread(target=self.until_told, daemon=True).start()
        self.loop.run()

    def offers(self):
        def made(promise, *_):
            reply = promise.get_reply()
            self.peer.emit("set-local-description", reply.get_value("offer"), Gst.Promise.new())

        self.peer.emit("create-offer", None, Gst.Promise.new_with_change_func(made, None))

    def gathered(self, peer, _):
        if peer.get_property("ice-gathering-state") != GstWebRTC.WebRTCICEGatheringState.COMPLETE:
            return
        if self.resource is None:
            self.resource = ""
            threading.Thread(target=self.posts, daemon=True).start()

    def posts(self):
        offer = only(self.peer.get_property("local-description").sdp.as_text())
        tell(offer=offer)
        headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/sdp"}
        try:
            with urllib.request.urlopen(urllib.request.Request(URL, offer.encode(), headers)) as answered:
                self.resource = urljoin(URL, answered.headers["Location"])
                answer = only(answered.read().decode())
                tell(status=answered.status)
        except urllib.error.HTTPError as refused:
            tell(status=refused.code, error=refused.read().decode())
            return
        tell(answer=answer)
        _, sdp = GstSdp.SDPMessage.new_from_text(answer)
        described = GstWebRTC.WebRTCSessionDescription.new(GstWebRTC.WebRTCSDPType.ANSWER, sdp)
        self.peer.emit("set-remote-description", described, Gst.Promise.new())

    def changed(self, peer, _):
        tell(state=peer.get_property("connection-state").value_nick)

    def received(self, _, pad):
        if pad.get_direction() != Gst.PadDirection.SRC:
            return
        caps = pad.get_current_caps().get_structure(0)
        name = caps.get_string("encoding-name")
        counted = "audio" if name == "OPUS" else "frames"
        made = self.part(f"{DECODERS[name]} ! fakesink name=sink signal-handoffs=true sync=false")
        made.get_by_name("sink").connect("handoff", lambda *_: self.counts(counted))
        made.sync_state_with_parent()
        pad.link(made.get_static_pad("sink"))

    def counts(self, counted):
        self.seen[counted] += 1
        if self.seen[counted] % 10 == 0:
            tell(**self.seen)

    def failed(self, _, message):
        error, detail = message.parse_error()
        tell(error=f"{error.message} {detail}")

    def until_told(self):
        sys.stdin.read()
        if self.resource:
            headers = {"Authorization": f"Bearer {TOKEN}"}
            urllib.request.urlopen(urllib.request.Request(self.resource, headers=headers, method="DELETE"))
        self.loop.quit()


Gst.init(None)
session = Session()
session.begin()
session.pipeline.set_state(Gst.State.NULL)
