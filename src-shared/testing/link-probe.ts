/** A small contract with a core behind it that can be watched: what the conformance suite asks over every link. */

import { z } from 'zod'
import { AppError } from '../errors'
import { asWritten } from '../languages/translate'
import { defineContract, method, stream } from '../rpc/define'
import type { Handlers, StreamItem } from '../rpc/define'
import type { Service } from '../rpc/serve'

const text = z.object({ text: z.string() })

/** What the probe can be asked. */
export const probeContract = defineContract({
  /** The text, repeated. */
  'probe.echo': method({ input: z.object({ text: z.string(), times: z.number().int().default(1) }), output: text }),
  'probe.nothing': method({ input: z.object({}), output: z.void() }),
  /** An expected failure. */
  'probe.fail': method({ input: z.object({}), output: text }),
  /** A defect. */
  'probe.break': method({ input: z.object({}), output: text }),
  /** An answer of the wrong shape. */
  'probe.misshape': method({ input: z.object({}), output: text }),
  /** Answers when `release` is called with its label, or never. */
  'probe.wait': method({ input: z.object({ label: z.string() }), output: text }),
  /** The numbers up to a limit. */
  'probe.count': stream({ input: z.object({ to: z.number().int() }), item: z.object({ number: z.number() }) }),
  /** All published numbers, then the next ones as they come; each says whether the next one is there. */
  'probe.follow': stream({ input: z.object({}), item: z.object({ number: z.number() }) }),
  /** One item that promises more, then an expected failure. */
  'probe.burst': stream({ input: z.object({}), item: z.object({ number: z.number() }) }),
})

export type ProbeContract = typeof probeContract

/** The core behind the probe, and what a test can do to it and see of it. */
export type Probe = {
  readonly service: Service<ProbeContract>
  /** What happened, in order: `wait a`, `aborted a`, `follow after 3`, `left follow`, `defect ...`. */
  readonly notes: readonly string[]
  /** Resolves once so many notes like this one were made. */
  noted(note: string, times?: number): Promise<void>
  publish(numbers: readonly number[]): void
  release(label: string): void
}

/** A new probe. */
export function createProbe(): Probe {
  const notes: string[] = []
  const board = createBoard()
  const published: number[] = []
  const released = new Set<string>()
  const note = (line: string): void => {
    notes.push(line)
    board.ring()
  }

  async function* follow(signal: AbortSignal, after: string | null): AsyncGenerator<StreamItem<{ number: number }>> {
    note(`follow after ${after ?? 'nothing'}`)
    let next = after === null ? 0 : Number(after)
    try {
      while (!signal.aborted) {
        const number = published[next]
        if (number === undefined) await board.until(() => next < published.length || signal.aborted, signal)
        else {
          next += 1
          yield { id: String(next), item: { number }, ...(next < published.length ? { more: true } : {}) }
        }
      }
    } finally {
      note('left follow')
    }
  }

  const handlers: Handlers<ProbeContract> = {
    'probe.echo': async (input) => ({ text: input.text.repeat(input.times) }),
    'probe.nothing': async () => undefined,
    'probe.fail': async () => {
      throw new AppError('not-found', asWritten('There is no flow "f1".'), { flow: 'f1' })
    },
    'probe.break': async () => {
      throw new TypeError('undefined is not a baton')
    },
    'probe.misshape': async () => JSON.parse('{"text":7}') as { text: string },
    'probe.wait': async ({ label }, { signal }) => {
      note(`wait ${label}`)
      await board.until(() => released.has(label) || signal.aborted, signal)
      if (signal.aborted) note(`aborted ${label}`)
      signal.throwIfAborted()
      return { text: label }
    },
    async *'probe.count'({ to }, { after }) {
      for (let number = after === null ? 1 : Number(after) + 1; number <= to; number += 1) {
        yield { id: String(number), item: { number } }
      }
    },
    'probe.follow': (_input, { signal, after }) => follow(signal, after),
    async *'probe.burst'() {
      yield { id: '1', item: { number: 1 }, more: true }
      throw new AppError('storage', asWritten('The log ends here.'))
    },
  }
  return {
    service: { contract: probeContract, handlers, onDefect: (cause) => note(`defect ${String(cause)}`) },
    notes,
    noted: (line, times = 1) => board.until(() => notes.filter((made) => made === line).length >= times),
    publish(numbers) {
      published.push(...numbers)
      board.ring()
    },
    release(label) {
      released.add(label)
      board.ring()
    },
  }
}

/** Lets somebody wait for a condition that others change; whoever changes it rings. */
function createBoard() {
  const waiting = new Set<() => void>()
  const ring = (): void => {
    for (const look of [...waiting]) look()
  }
  const until = (condition: () => boolean, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!condition()) return
        waiting.delete(look)
        signal?.removeEventListener('abort', look)
        resolve()
      }
      waiting.add(look)
      signal?.addEventListener('abort', look)
      look()
    })
  return { ring, until }
}
