/** Cuts a stream of bytes into lines, with a bound on the length of one. */

const NEWLINE = 10

/** A line is longer than it may be. */
export class LineTooLong extends Error {}

export type LineReader = {
  /** The lines that this chunk completes, each when it is asked for; all must be, before the next chunk. Throws LineTooLong. */
  push: (chunk: Buffer) => Generator<string, void, undefined>
}

/** A reader that looks at each byte once, however long the line is. */
export function createLineReader(maxBytes: number): LineReader {
  let open: Buffer[] = []
  let openBytes = 0
  return {
    *push(chunk) {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        if (openBytes + end - start > maxBytes) throw new LineTooLong()
        const line = Buffer.concat([...open, chunk.subarray(start, end)]).toString('utf8')
        open = []
        openBytes = 0
        start = end + 1
        yield line
      }
      if (start < chunk.length) {
        open.push(chunk.subarray(start))
        openBytes += chunk.length - start
      }
      if (openBytes > maxBytes) throw new LineTooLong()
    },
  }
}
