/** The file of a drawn loop, as the chat service sends it. */
export const loopFileOf = (head: unknown, ...frames: ReadonlyArray<Uint8Array>): Buffer =>
  Buffer.concat([
    Buffer.from(`${JSON.stringify(head)}\n`),
    ...frames.flatMap((frame) => {
      const length = Buffer.alloc(4)
      length.writeUInt32LE(frame.length)
      return [length, frame]
    }),
  ])
