/** A long thread that is opened is folded as it arrives and shown once, when all that was told before is there. */
import { expect, it } from 'vitest'
import { AppError } from '../../../src-shared/errors'
import { createClient } from '../../../src-shared/rpc/client'
import { contract } from '../../../src-shared/rpc/contract'
import type { Handlers } from '../../../src-shared/rpc/define'
import { memoryLinkPair } from '../../../src-shared/rpc/link'
import { serve } from '../../../src-shared/rpc/serve'
import { clockTurn, numbered } from '../../../src-shared/testing/run-script'
import { eventually } from '../../../src-shared/testing/eventually'
import type { RunEvent } from '../../../src-shared/run/log/events'
import { isFleeting } from '../../../src-shared/run/log/event-types'
import { followThread } from './follow-thread'

type AskedFrame = { run: () => void; canWait: boolean }

const TURNS = Array.from({ length: 62 }, (_, at) => numbered(`r${at}`, clockTurn).filter((one) => !isFleeting(one)))
/** As it comes over the link: how many turns so far, and whether more is known to come. */
const PIECES = [
  { turns: TURNS.slice(0, 20), more: true },
  { turns: TURNS.slice(20, 58), more: true },
  { turns: TURNS.slice(58, 60), more: false },
  { turns: TURNS.slice(60), more: false },
].map(({ turns, more }) => ({ events: turns.flat(), more }))

/** Follows a thread that is told piece by piece; `next` sends one, draws all frames that were asked for, and answers what was shown. */
function following(end: AppError | null = null) {
  const gates = PIECES.map(() => Promise.withResolvers<undefined>())
  let sent = 0
  const handlers: Partial<Handlers<typeof contract>> = {
    async *'threads.follow'() {
      for (const [at, { events, more }] of PIECES.entries()) {
        await gates[at]?.promise
        for (const [place, item] of events.entries()) {
          yield { id: `${item.runId} ${item.seq}`, item, ...(more || place + 1 < events.length ? { more: true } : {}) }
          sent += 1
        }
        if (end !== null) throw end
      }
    },
  }
  const pair = memoryLinkPair()
  const stopServing = serve({ contract, handlers: handlers as Handlers<typeof contract> }, pair.server)
  const client = createClient(contract, pair.client)
  const frames: AskedFrame[] = []
  const shown: number[] = []
  const errors: string[] = []
  const follower = followThread({
    client,
    threadId: 't',
    frame(run, canWait = false) {
      const asked = { run, canWait }
      frames.push(asked)
      return () => void frames.splice(frames.indexOf(asked), 1)
    },
    onView: () => void shown.push(follower.record.events.length),
    onError: (cause) => void errors.push(cause.code),
  })
  let told: RunEvent[] = []
  return {
    shown,
    errors,
    async next() {
      const at = gates.findIndex(
        (_, place) => PIECES.slice(0, place).flatMap(({ events }) => events).length === told.length,
      )
      told = PIECES.slice(0, at + 1).flatMap(({ events }) => events)
      gates[at]?.resolve(undefined)
      await eventually(() => expect(sent).toBe(told.length))
      for (let frame = frames.shift(); frame !== undefined; frame = frames.shift()) frame.run()
      return { told: told.length, folded: follower.record.events.length, shown: [...shown] }
    },
    stop() {
      follower.stop()
      client.close()
      stopServing()
    },
  }
}

it('what was told before is folded as it comes and shown once, when it is all there; what is said now is shown at once', async () => {
  const thread = following()
  const [first, second, third, last] = PIECES.map(
    (_, at) => PIECES.slice(0, at + 1).flatMap(({ events }) => events).length,
  )
  // As many as come in one frame.
  expect(await thread.next()).toEqual({ told: first, folded: 200, shown: [] })
  expect(await thread.next()).toEqual({ told: second, folded: 600, shown: [] })
  expect(await thread.next()).toEqual({ told: third, folded: third, shown: [third] })
  expect(await thread.next()).toEqual({ told: last, folded: last, shown: [third, last] })
  thread.stop()
})

it('what was told is shown when the rest of it fails to come', async () => {
  const thread = following(new AppError('cancelled', 'It was stopped.'))
  const { told } = await thread.next()
  await eventually(() => expect(thread.errors).toEqual(['cancelled']))
  expect(thread.shown).toEqual([told])
  thread.stop()
})
