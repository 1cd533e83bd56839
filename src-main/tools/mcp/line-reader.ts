/** Cuts a stream of bytes into lines, with a bound on the length of one. */

const NEWLINE = 10

export type LineReader = {
  /** The lines that this chunk completes. Throws RangeError when a line is longer than it may be. */
  push: (chunk: Buffer) => string[]
}

/** A reader that looks at each byte once, however long the line is. */
export function createLineReader(maxBytes: number): LineReader {
  let open: Buffer[] = []
  let openBytes = 0
  return {
    push(chunk) {
      const lines: string[] = []
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        if (openBytes + end - start > maxBytes) throw new RangeError('line too long')
        lines.push(Buffer.concat([...open, chunk.subarray(start, end)]).toString('utf8'))
        open = []
        openBytes = 0
        start = end + 1
      }
      if (start < chunk.length) {
        open.push(chunk.subarray(start))
        openBytes += chunk.length - start
      }
      if (openBytes > maxBytes) throw new RangeError('line too long')
      return lines
    },
  }
}
