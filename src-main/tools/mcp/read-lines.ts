/** Reads what a server writes, line by line, no faster than its share of this thread allows. */
import type { Readable } from 'node:stream'
import { createLineReader } from './line-reader'
import type { Share } from './share'

/** Who takes the lines. `settled` resolves when what was made of them so far has been worked on, which counts as well. */
export type LineTaker = { take: (line: string) => void; isOver: () => boolean; settled: () => Promise<void> }

type LineSource = { stdout: Readable; share: Share; maxBytes: number }

/** Resolves when the output ends; once it is over for the taker, the rest is thrown away. Throws LineTooLong, or what the stream failed with. */
export async function readLines({ stdout, share, maxBytes }: LineSource, taker: LineTaker): Promise<void> {
  const lines = createLineReader(maxBytes)
  for await (const chunk of stdout) {
    if (taker.isOver() || !Buffer.isBuffer(chunk)) continue
    share.begin()
    for (const line of lines.push(chunk)) {
      if (taker.isOver()) break
      taker.take(line)
      if (!share.look()) continue
      await taker.settled()
      share.look()
      await share.rest()
    }
  }
}
