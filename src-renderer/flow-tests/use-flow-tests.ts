/** The tests of the open flow as the core has them, and how each came out that was played since the tab was opened. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { toAppError, type AppError } from '../../src-shared/errors'
import { message } from '../../src-shared/languages/translate'
import type { Flow } from '../../src-shared/flow/records'
import type { FlowTestResult, FlowTestSummary } from '../../src-shared/rpc/flow-tests'
import { useConsentStore } from '../consent/consent-context'
import { useEditor, useFlow } from '../editor/editor-context'
import { useListOfFlow } from '../ui/list-of-flow'
import { downloadText, fileName } from '../ui/files'
import { notifyUndo } from '../ui/notify-undo'
import { notifyError, useServices } from '../ui/services'

type Difference = NonNullable<FlowTestResult['difference']>

/** What of a flow decides how a test comes out. */
type DrawnParts = Pick<Flow, 'nodes' | 'edges' | 'settings'>

/** How a test came out; absent: it was not played, or passed on another drawing. */
export type TestOutcome =
  | { is: 'running' }
  /** It counts for this drawing alone. */
  | { is: 'passed'; drawn: DrawnParts }
  | { is: 'failed'; difference: Difference }
  /** It could not be played. */
  | { is: 'broken'; error: AppError }

export type FlowTestList = {
  /** Null: not read yet. */
  tests: readonly FlowTestSummary[] | null
  outcomes: ReadonlyMap<string, TestOutcome>
  isPlaying: boolean
  /** Plays these, one after the other. */
  play: (ids: readonly string[]) => void
  rename: (id: string, name: string) => void
  remove: (test: FlowTestSummary) => void
  exportAll: () => void
}

const NOTHING: ReadonlyMap<string, TestOutcome> = new Map()

export function useFlowTests(): FlowTestList {
  const { client } = useServices()
  const { flowId, flows, session } = useEditor()
  const consents = useConsentStore()
  const [outcomes, setOutcomes] = useState(NOTHING)
  const [isPlaying, setPlaying] = useState(false)
  const read = useCallback(() => client.call('flowTests.list', { flowId }), [client, flowId])
  const { all: tests, write } = useListOfFlow({ what: 'tests', flowId, read, failed: 'The test could not be changed' })
  // A mark on the drawing is of the list that set it.
  useEffect(() => () => session.setState({ differs: null }), [session])

  const set = (id: string, outcome: TestOutcome): void => setOutcomes((now) => new Map(now).set(id, outcome))
  const playOne = async (id: string): Promise<void> => {
    const drawn = flows.getState().flow
    set(id, { is: 'running' })
    try {
      const { difference } = await consents.guard('test', () => client.call('flowTests.play', { id }))
      set(id, difference === null ? { is: 'passed', drawn } : { is: 'failed', difference })
    } catch (cause) {
      set(id, { is: 'broken', error: toAppError(cause) })
    }
  }
  const playAll = async (ids: readonly string[]): Promise<void> => {
    setPlaying(true)
    session.setState({ differs: null })
    try {
      await flows.flush()
      for (const id of ids) await playOne(id)
    } catch (cause) {
      notifyError('The tests could not be run', cause)
    } finally {
      setPlaying(false)
    }
  }
  const download = async (): Promise<void> => {
    const { text } = await client.call('flowTests.export', { flowId })
    downloadText(fileName(flows.getState().flow.name, '.tests.json'), text)
  }
  return {
    tests,
    outcomes: useOfNow(outcomes),
    isPlaying,
    play: (ids) => void playAll(ids),
    rename: (id, name) => write(client.call('flowTests.rename', { id, name })),
    remove({ id, name }) {
      const undo = (): void => write(client.call('flowTests.restore', { id }))
      const removed = client.call('flowTests.remove', { id })
      write(removed.then(() => notifyUndo('flow-test-removed', message('Deleted “{title}”', { title: name }), undo)))
    },
    exportAll: () => void download().catch((cause: unknown) => notifyError('The tests could not be exported', cause)),
  }
}

/** Without those that passed on another drawing: what has become of them nobody knows. A difference stays until the test is played again. */
function useOfNow(outcomes: ReadonlyMap<string, TestOutcome>): ReadonlyMap<string, TestOutcome> {
  const nodes = useFlow((flow) => flow.nodes)
  const edges = useFlow((flow) => flow.edges)
  const settings = useFlow((flow) => flow.settings)
  return useMemo(() => {
    const isOfNow = ({ drawn }: { drawn: DrawnParts }): boolean =>
      drawn.nodes === nodes && drawn.edges === edges && drawn.settings === settings
    return new Map([...outcomes].filter(([, outcome]) => outcome.is !== 'passed' || isOfNow(outcome)))
  }, [outcomes, nodes, edges, settings])
}
