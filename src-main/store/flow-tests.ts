/** Tests of flows in the library: whole, under a name, in the order in which they were made. */
import { AppError } from '../../src-shared/errors'
import { flowTestSchema, type FlowTest } from '../../src-shared/run/tests/test-file'
import type { FlowTestSummary } from '../../src-shared/rpc/flow-tests'
import type { Changes } from './changes'
import { compact, expand, type Compact } from './compact'
import { write, type LibraryDatabase } from './database'

/** As many as a file of them holds. */
const MOST_TESTS = 500

export type FlowTestStore = {
  readonly ofFlow: (flowId: string) => FlowTestSummary[]
  /** All of a flow, whole. */
  readonly wholeOfFlow: (flowId: string) => FlowTest[]
  /** With the flow that it is of. Throws `not-found`. */
  readonly read: (id: string) => { flowId: string; test: FlowTest }
  /** Throws `bad-input` where the flow has as many as there may be. */
  readonly add: (flowId: string, test: FlowTest) => void
  /** Throws `not-found`, as the next two do. */
  readonly rename: (id: string, name: string) => void
  /** It can be brought back until another one is removed. */
  readonly remove: (id: string) => void
  readonly restore: (id: string) => void
  /** Forgets a flow that is gone for good. */
  readonly forget: (flowId: string) => void
}

type TestRow = { id: string; flow: string; name: string; body: Compact }

export function createFlowTestStore(db: LibraryDatabase, changes: Changes): FlowTestStore {
  const summaries = db.prepare<[string], FlowTestSummary>(
    'SELECT id, name, turns FROM flow_tests WHERE flow = +? AND removed = 0 ORDER BY number',
  )
  const ofFlow = db.prepare<[string], TestRow>(
    'SELECT id, flow, name, body FROM flow_tests WHERE flow = +? AND removed = 0 ORDER BY number',
  )
  const one = db.prepare<[string], TestRow>('SELECT id, flow, name, body FROM flow_tests WHERE id = ? AND removed = 0')
  const flowOf = db.prepare<[string], string>('SELECT flow FROM flow_tests WHERE id = ?').pluck()
  const add = db.prepare<[string, string, string, number, Compact]>(
    'INSERT INTO flow_tests (id, flow, name, turns, body) VALUES (?, ?, ?, ?, ?)',
  )
  const rename = db.prepare<[string, string]>('UPDATE flow_tests SET name = ? WHERE id = ?')
  const mark = db.prepare<[0 | 1, string]>('UPDATE flow_tests SET removed = ? WHERE id = ?')
  const sweep = db.prepare<[string]>('DELETE FROM flow_tests WHERE removed = 1 AND id <> ?')
  const forget = db.prepare<[string]>('DELETE FROM flow_tests WHERE flow = ?')

  const testOf = ({ id, name, body }: TestRow): FlowTest => ({
    ...flowTestSchema.parse(JSON.parse(expand(body))),
    id,
    name,
  })
  /** Changes a row and tells it. */
  const change = (id: string, work: () => void): void => {
    const flowId = flowOf.get(id)
    if (flowId === undefined) throw gone()
    write(db, work)
    changes.publish({ what: 'tests', id, flowId })
  }
  return {
    ofFlow: (flowId) => summaries.all(flowId),
    wholeOfFlow: (flowId) => ofFlow.all(flowId).map(testOf),
    read(id) {
      const row = one.get(id)
      if (row === undefined) throw gone()
      return { flowId: row.flow, test: testOf(row) }
    },
    add(flowId, test) {
      write(db, () => {
        if (summaries.all(flowId).length >= MOST_TESTS)
          throw new AppError('bad-input', 'This flow has 500 tests, and there may be no more. Delete some first.')
        add.run(test.id, flowId, test.name, test.turns.length, compact(JSON.stringify(test)))
      })
      changes.publish({ what: 'tests', id: test.id, flowId })
    },
    rename: (id, name) => change(id, () => void rename.run(name, id)),
    remove: (id) =>
      change(id, () => {
        mark.run(1, id)
        sweep.run(id)
      }),
    restore: (id) => change(id, () => void mark.run(0, id)),
    forget: (flowId) => void write(db, () => forget.run(flowId)),
  }
}

function gone(): AppError {
  return new AppError('not-found', 'This test is not there any more.')
}
