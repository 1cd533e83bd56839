/** A server that describes its tools anew after it was allowed: the trace says so, once for each change. */
import { afterEach, expect, test } from 'vitest'
import { ENGLISH } from '../../../src-shared/languages/translate'
import type { ListedTool } from '../../../src-shared/flow/graph'
import { flow } from '../../../src-shared/testing/flow-builder'
import { eventsOfType, openTestCore, type TestCore } from '../../testing/core-bench'
import { changedTools as changes, fingerprintsOf } from './changed-tools'
import { warningWords } from '../../../src-shared/run/words/warnings'

let core: TestCore | null = null
afterEach(async () => {
  await core?.close()
  core = null
})

const ODD = 'src-main/tools/mcp/testing/odd-server.mjs'

test('a changed description is a warning in the trace, also in the next process', async () => {
  const transport = { type: 'stdio', command: process.execPath, args: [ODD, 'rug-pull'] }
  const desk = flow('Desk')
    .start('a')
    .agent('a', { name: 'Helper' })
    .node('mcp-server', 's', { transport })
    .use('a', 's')
  core = await openTestCore(desk.build())
  core.server.reply({ calls: [{ name: 'change', arguments: {} }] }, { text: 'Done.' }, { text: 'Bye.' })
  const first = await core.turn('go')
  const second = await core.turn('more')
  // Its new process describes the tool as the first one did in the beginning.
  await core.restart()
  core.server.reply({ text: 'Again.' }, { text: 'Once more.' })
  const third = await core.turn('and now')
  const fourth = await core.turn('and then')
  const told = [first, second, third, fourth].map(({ events }) =>
    eventsOfType(events, 'warning').map((warning) => [warning.code, warningWords(warning, ENGLISH)]),
  )
  const warned = [
    ['tools-changed', expect.stringMatching(/has changed its tools since .*\. Described anew: “change”\.$/)],
  ]
  expect(told).toEqual([warned, [], warned, []])
})

test('that its calls run without asking was said of a tool as it was described: described anew, it is asked about again', async () => {
  const transport = { type: 'stdio', command: process.execPath, args: [ODD, 'rug-pull'] }
  const desk = flow('Desk').start('a').agent('a').node('mcp-server', 's', { transport })
  const test = (core = await openTestCore(desk.use('a', 's', { needsApproval: true }).build()))
  /** Whether a call is asked about, which is then let run from now on. */
  const asks = async () => {
    test.server.reply({ calls: [{ name: 'change', arguments: {} }] }, { text: 'Done.' })
    const [asked] = eventsOfType((await test.turn('go')).events, 'question')
    if (asked === undefined) return false
    await test.answer(asked.id, { kind: 'approve-call', decision: { is: 'approve', remember: 'flow' } }, 't1')
    return true
  }
  expect([await asks(), await asks(), await asks()]).toEqual([true, true, false])
  // A new process of the server describes it as at first.
  await test.restart()
  expect([await asks(), await asks()]).toEqual([false, false])
})

test('what is told apart: described anew, added, taken away', () => {
  const tool = (name: string, description = '', parameters = {}): ListedTool => ({
    name,
    tool: name,
    description,
    parameters,
  })
  const changedTools = (before: ListedTool[], after: ListedTool[]) =>
    changes(fingerprintsOf(before), fingerprintsOf(after))
  expect(changedTools([tool('a'), tool('b')], [tool('b'), tool('a')])).toBe(null)
  const changed = changedTools([tool('a', 'x'), tool('b')], [tool('a', 'y'), tool('c')])
  expect(changed).toEqual({ described: ['a'], added: ['c'], gone: ['b'] })
  const facts = { name: 'Shop', described: ['a'], added: ['c'], gone: ['b'] }
  expect(warningWords({ code: 'tools-changed', facts }, ENGLISH)).toMatch(
    /Described anew: “a”; added: “c”; taken away: “b”\.$/,
  )
  expect(changedTools([tool('a')], [tool('a', '', { type: 'object' })])).toEqual({
    described: ['a'],
    added: [],
    gone: [],
  })
  const sorted = [
    { type: 'object', title: 'x' },
    { title: 'x', type: 'object' },
  ]
  expect(changedTools([tool('a', '', sorted[0])], [tool('a', '', sorted[1])])).toBe(null)
})
