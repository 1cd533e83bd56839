/** Everything that waits for a person, in one list: of all flows, for all windows and processes. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { flow } from '../../src-shared/testing/flow-builder'
import type { Answer } from '../../src-shared/run/log/questions'
import type { WaitingQuestion } from '../../src-shared/rpc/waiting'
import { createCore, type Core } from '../core'
import { nodePlatform } from '../platform/node'
import { ASKING } from '../store/asking-threads'
import { migrate, openLibraryDatabase } from '../store/database'
import { SCHEMA_STEPS } from '../store/schema/index'
import { openTestCore, type TestCore } from '../testing/core-bench'
import { toolNode } from '../testing/plan-bench'
import { tellingAgent } from '../testing/telling-agents'
import { startToolServer, type ToolServer } from '../testing/tool-server'

let tools: ToolServer
let test: TestCore
const cores: Core[] = []
const windows: AbortController[] = []

beforeEach(async () => {
  tools = await startToolServer()
  const asking = { needsApproval: true }
  const drawn = flow('Shop').start('a').agent('a', tellingAgent('Clerk'))
  for (const name of ['pay', 'mail']) drawn.httpTool(name, toolNode(tools, name, asking)).use('a', name)
  test = await openTestCore(drawn.build())
})
afterEach(async () => {
  for (const window of windows.splice(0)) window.abort()
  for (const core of cores.splice(0)) await core.close()
  await test.close()
  await tools.close()
})

const calls = (...names: string[]) => ({ calls: names.map((name) => ({ name, arguments: { input: `${name} 1` } })) })
const APPROVE: Answer = { kind: 'approve-call', decision: { is: 'approve' } }
const REFUSE: Answer = { kind: 'approve-call', decision: { is: 'refuse', reason: '' } }

/** Another process on the same folder. */
async function openOther(): Promise<Core> {
  const { dataDir, server } = test
  const platform = nodePlatform({ host: 'cli', dataDir })
  const models = { baseUrl: server.baseUrl, apiKey: 'test-key', model: 'test-model' }
  const core = await createCore({ dataDir, platform, models, allow: ['all'] })
  cores.push(core)
  return core
}

/** What a window shows of the inbox. */
function windowOf({ handlers }: Core) {
  const window = new AbortController()
  windows.push(window)
  let shown: readonly WaitingQuestion[] = []
  const follow = async (): Promise<void> => {
    const lists = handlers['threads.waiting']({}, { after: null, signal: window.signal })
    for await (const { item } of lists) shown = item
  }
  void follow()
  return () =>
    shown.map(({ threadId, question }) => `${threadId} ${question.kind === 'approve-call' ? question.tool : ''}`)
}

it('tells all windows and processes the same, and closes a question everywhere when one of them answers it', async () => {
  const other = await openOther()
  const views = [windowOf(test.core()), windowOf(test.core()), windowOf(other)]
  const shown = (wanted: string[]) => expect.poll(() => views.map((view) => view())).toEqual(views.map(() => wanted))
  test.server.reply(calls('pay', 'mail'))
  await test.turn('go', 't1')
  test.server.reply(calls('mail'))
  await test.turn('go', 't2')
  await shown(['t1 pay', 't1 mail', 't2 mail'])

  const { inbox, runner } = other.services
  const [pay, mail] = inbox.list()
  expect(mail).toMatchObject({ flowName: null, who: 'Clerk', threadTitle: 'go' })
  await (
    await runner.answer({ threadId: 't1', questionId: pay?.id ?? '', answer: APPROVE })
  ).done
  await shown(['t1 mail', 't2 mail'])
  // Told again by the run that went on, it waits since it was asked.
  expect(inbox.list()[0]).toEqual(mail)

  test.server.reply({ text: 'Done.' })
  const given = { threadId: 't1', questionId: mail?.id ?? '' }
  const both = await Promise.allSettled([
    runner.answer({ ...given, answer: APPROVE }),
    test.core().services.runner.answer({ ...given, answer: REFUSE }),
  ])
  for (const one of both) if (one.status === 'fulfilled') await one.value.done
  const lost = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  expect(lost).toEqual([expect.stringContaining('answered')])
  await shown(['t2 mail'])
  expect(test.core().services.threads.read('t1').state).toBe('idle')

  test.server.reply({ text: 'Something else, then.' })
  await test.turn('Leave it', 't2')
  await shown([])
})

it('waits for nobody once all was answered within one run', async () => {
  let release = (): void => undefined
  tools.on('pay', () => ({ text: 'paid', gate: new Promise<void>((resolve) => (release = resolve)) }))
  test.server.reply(calls('pay', 'mail'), { text: 'Both.' })
  await test.turn('go')
  const { inbox, threads } = test.core().services
  const [pay, mail] = inbox.list()
  const first = test.answer(pay?.id ?? '', APPROVE)
  await tools.waitForCalls(1)
  expect(inbox.list().map(({ id }) => id)).toEqual([mail?.id])
  const second = test.answer(mail?.id ?? '', APPROVE)
  await expect.poll(() => inbox.list()).toEqual([])
  release()
  await Promise.all([first, second])
  expect([inbox.list(), threads.read('t1').state]).toEqual([[], 'idle'])
})

it('is looked up in an index of what waits, also in a library of an older Baton, and has nothing of deleted flows', async () => {
  test.server.reply(calls('pay'))
  await test.turn('go')
  const db = openLibraryDatabase(test.dataDir)
  try {
    const plan = db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${ASKING}`).all()
    expect(plan.map(({ detail }) => detail).filter((step) => step.startsWith('SCAN'))).toEqual([
      'SCAN threads USING INDEX threads_asking',
    ])
    db.exec('DROP INDEX threads_asking; ALTER TABLE threads DROP COLUMN asks; PRAGMA user_version = 20')
    migrate(db, SCHEMA_STEPS.slice(0, 21))
    expect(test.core().services.inbox.list()).toMatchObject([{ threadId: 't1', question: { tool: 'pay' } }])
    const { flowId } = test.core().services.threads.read('t1')
    db.prepare(
      `INSERT INTO flows (id, name, description, revision, created_at, changed_at, deleted_at, nodes, problems, text)
       VALUES (?, 'Shop', '', 1, 0, 0, 1, 0, 0, '{}')`,
    ).run(flowId)
    expect(test.core().services.inbox.list()).toEqual([])
    db.exec('UPDATE flows SET deleted_at = NULL')
    expect(test.core().services.inbox.list()).toMatchObject([{ flowName: 'Shop' }])
  } finally {
    db.close()
  }
})
