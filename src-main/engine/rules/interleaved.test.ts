/** DialogSupervisor 4 and 19: two users interleaved, the program started anew every 10 turns, come out as two separate runs. `BATON_TURNS=200` is longer. */
import { afterEach, expect, it } from 'vitest'
import type { Expense } from '../../../src-shared/run/log/expense'
import { flow } from '../../../src-shared/testing/flow-builder'
import { openTestCore, type TestCore } from '../../testing/core-bench'
import type { RecordedRequest } from '../../testing/model-server'
import type { BatonState } from '../state/state'

/** Of both users together; an even number. */
const TURNS = Number(process.env['BATON_TURNS'] ?? 20)

const drawing = () =>
  flow('Two users')
    .start('s')
    .supervisor('s', { name: 'Concierge', prompt: 'You are S. {dialogs} {tools}' })
    .dialog('p', {
      name: 'PROFILE',
      toolName: 'fill_profile',
      toolDescription: 'Used for a profile',
      prompt: 'You are P.',
    })
    .dialog('o', { name: 'ORDER', toolName: 'make_order', toolDescription: 'Used for orders', prompt: 'You are O.' })
    .observer('f', { type: 'finished', prompt: 'Observer F {description} {reply} {history}' })
    .delegate('s', 'p')
    .delegate('s', 'o')
    .observe('o', 'f')
    .build()

/** What each user says, turn by turn: both wander between the supervisor and the dialogs. */
const LINES = [
  'hello',
  'profile please',
  'my name',
  'order please',
  'a cake',
  'done now',
  'back to profile please',
  'more',
]
const says = (user: string, turn: number) =>
  `${user} ${turn}: ${LINES[(turn * (user === 'ann' ? 1 : 3)) % LINES.length] ?? ''}`

/** Replies that depend on the request alone, so that the order of requests cannot matter. */
function script(request: RecordedRequest) {
  const { system, user } = request
  if (user.includes('Observer F')) return { text: /done now[^\n]*$/.test(user) ? 'yes' : 'no' }
  if (user.includes('==='))
    return { text: user.includes('order please') ? 'make_order' : user.includes('hello') ? 'SELF' : 'False' }
  if (system.includes('You are S.')) {
    if (user.includes('profile please')) return { calls: [{ name: 'fill_profile', id: null }] }
    if (user.includes('order please')) return { calls: [{ name: 'make_order', id: null }] }
    return { text: `S heard ${user}` }
  }
  return { text: `${system.includes('You are P.') ? 'P' : 'O'} heard ${user}` }
}

/** A state without what differs between any two runs: times and made-up ids. */
function comparable({ log, frames, sessions, turn }: BatonState) {
  return {
    log: log.map((entry) => JSON.stringify({ ...entry, at: '' }).replace(/call_[\w-]+/g, 'call')),
    frames,
    sessions,
    turn: { ...turn, before: timeless(turn.before), by: Object.values(turn.by ?? {}).map(timeless), ms: 0 },
  }
}

function timeless(spent: Expense | undefined): Expense | null {
  return spent === undefined ? null : { ...spent, ms: 0 }
}

const open: TestCore[] = []
afterEach(async () => {
  for (const core of open.splice(0)) {
    expect(core.server.violations).toEqual([])
    await core.close()
  }
})
async function start(): Promise<TestCore> {
  const core = await openTestCore(drawing(), { script })
  open.push(core)
  return core
}

it('two users interleaved with a restart every 10 turns equal two separate runs', async () => {
  const together = await start()
  const said: { [user: string]: string[][] } = { ann: [], bob: [] }
  for (let turn = 0; turn < TURNS; turn += 1) {
    const user = turn % 2 === 0 ? 'ann' : 'bob'
    if (turn % 10 === 9) await together.restart()
    said[user]?.push((await together.turn(says(user, Math.floor(turn / 2)), user)).said)
  }
  for (const user of ['ann', 'bob']) {
    const alone = await start()
    const heard: string[][] = []
    for (let turn = 0; turn < TURNS / 2; turn += 1) heard.push((await alone.turn(says(user, turn), user)).said)
    expect(said[user]).toEqual(heard)
    expect(comparable(await together.state(user))).toEqual(comparable(await alone.state(user)))
  }
}, 120_000)
