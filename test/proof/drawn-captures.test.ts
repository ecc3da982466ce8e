import "@foldcast/replay/drawn-captures.test"
