/** A long thread that is opened is shown in a few parts, however many pieces it arrives in. */
import { expect, it } from 'vitest'
import { createClient } from '../../../src-shared/rpc/client'
import { contract } from '../../../src-shared/rpc/contract'
import type { Handlers } from '../../../src-shared/rpc/define'
import { memoryLinkPair } from '../../../src-shared/rpc/link'
import { serve } from '../../../src-shared/rpc/serve'
import { clockTurn, numbered } from '../../../src-shared/testing/run-script'
import { eventually } from '../../../src-shared/testing/eventually'
import { isFleeting } from '../../../src-shared/run/log/event-types'
import { followThread } from './follow-thread'

type AskedFrame = { run: () => void; canWait: boolean }

it('pieces of the past wait for what comes next; the first does not, and what is said now does not', async () => {
  const turns = Array.from({ length: 31 }, (_, at) => numbered(`r${at}`, clockTurn).filter((one) => !isFleeting(one)))
  const pieces = [[0, 10], [10, 20], [20, 29], [29, 30], [30]].map(([from, to]) => turns.slice(from, to).flat())
  const gates = pieces.map(() => Promise.withResolvers<undefined>())
  let sent = 0
  const handlers: Partial<Handlers<typeof contract>> = {
    async *'threads.follow'() {
      for (const [at, piece] of pieces.entries()) {
        await gates[at]?.promise
        for (const item of piece) {
          yield { id: `${item.runId} ${item.seq}`, item }
          sent += 1
        }
      }
    },
  }
  const pair = memoryLinkPair()
  const stopServing = serve({ contract, handlers: handlers as Handlers<typeof contract> }, pair.server)
  const client = createClient(contract, pair.client)
  const frames: AskedFrame[] = []
  const follower = followThread({
    client,
    threadId: 't',
    frame(run, canWait = false) {
      const asked = { run, canWait }
      frames.push(asked)
      return () => void frames.splice(frames.indexOf(asked), 1)
    },
    onView: () => undefined,
    onError: (cause) => expect(cause).toBeNull(),
  })
  const shown: { canWait: boolean; count: number }[] = []
  let count = 0
  for (const [at, gate] of gates.entries()) {
    gate.resolve(undefined)
    count += pieces[at]?.length ?? 0
    await eventually(() => expect(sent).toBe(count))
    const frame = frames.pop()
    frame?.run()
    shown.push({ canWait: frame?.canWait === true, count: follower.record.events.length })
  }
  const counts = pieces.map((_, at) => pieces.slice(0, at + 1).flat().length)
  expect(shown).toEqual([false, true, true, true, false].map((canWait, at) => ({ canWait, count: counts[at] })))
  follower.stop()
  client.close()
  stopServing()
})
