/** Who follows a thread is told who was drawn in each of its turns, from the snapshots that its runs keep. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { saveFlow } from '../../../src-shared/flow/editing/save'
import { foldEvents } from '../../../src-shared/run/fold/fold'
import { EMPTY_THREAD, turnsOf } from '../../../src-shared/run/fold/fold-view'
import { runEventSchema, type RunEvent } from '../../../src-shared/run/log/events'
import { flow } from '../../../src-shared/testing/flow-builder'
import { done, started } from '../../../src-shared/testing/run-script'
import { manualClock } from '../../clock'
import { openLibraryDatabase } from '../../store/database'
import { processOwner } from '../../store/owner'
import { createRunDrawings } from '../../store/run-drawings'
import { createThreads } from '../../store/threads'
import { createEventLog } from './event-log'
import { withNodes } from './tell-nodes'

function thread() {
  const dir = mkdtempSync(path.join(tmpdir(), 'baton-nodes-'))
  const db = openLibraryDatabase(dir)
  const clock = manualClock()
  const threads = createThreads({ db, clock, owner: processOwner() })
  const log = createEventLog(db, clock)
  onTestFinished(() => {
    log.close()
    db.close()
    rmSync(dir, { recursive: true, force: true })
  })
  let threadId: string | null = null
  let turns = 0
  return {
    /** A turn of a drawing with these agents. */
    turn(...names: readonly string[]) {
      turns += 1
      const drawn = names.reduce((builder, name) => builder.agent(name.toLowerCase().slice(0, 4), { name }), flow('F'))
      const asked = { flowId: 'f', input: 'Hello', flowText: saveFlow(drawn.build()), revision: turns }
      const run = threads.startRun({ threadId, ...asked })
      threadId = run.threadId
      log.append(run.id, run.threadId, [started(turns, 'Hello'), done])
    },
    async told(): Promise<RunEvent[]> {
      const stop = new AbortController()
      const events: RunEvent[] = []
      const items = log.follow(threadId ?? '', { after: null, signal: stop.signal })
      for await (const { item } of withNodes(items, createRunDrawings(db))) {
        events.push(runEventSchema.parse(item))
        if (events.length === turns * 2) stop.abort()
      }
      return events
    },
  }
}

test('a node is called in each turn as it was called then, renamed or gone since', async () => {
  const { turn, told } = thread()
  turn('Triage', 'Tech')
  turn('Triage', 'Tech')
  turn('Triage', 'Technical help')
  turn('Triage')
  const events = await told()
  const view = foldEvents(EMPTY_THREAD, events)
  expect(turnsOf(view).map(({ drawn }) => drawn['tech']?.name)).toEqual(['Tech', 'Tech', 'Technical help', undefined])
  expect(turnsOf(view)[0]?.drawn).toBe(turnsOf(view)[1]?.drawn)
  expect(view.known['tech']?.name).toBe('Technical help')
  const begun = events.flatMap((event) => (event.type === 'run.started' ? [event.nodes !== undefined] : []))
  expect(begun).toEqual([true, false, true, true])
})
