/** The tests of the open flow as the core has them, and how each came out that was played since the tab was opened. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { toAppError, type AppError } from '../../src-shared/errors'
import { message } from '../../src-shared/languages/translate'
import type { Flow } from '../../src-shared/flow/records'
import type { FlowTestResult, FlowTestSummary, PlayedBy } from '../../src-shared/rpc/flow-tests'
import { addExpense, NO_EXPENSE, type Expense } from '../../src-shared/run/log/expense'
import { useConsentStore } from '../consent/consent-context'
import { useEditor, useFlow, type Editor } from '../editor/editor-context'
import { openTo } from '../editor/levels'
import { showNode } from '../editor/show'
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
  /** Who replies. */
  by: PlayedBy
  /** What came out with another one is forgotten. */
  choose: (by: PlayedBy) => void
  /** What the models took that were asked since. */
  spent: Expense
  /** What all of them will take about with the flow's own models; null: others reply, or it is not known yet. */
  expected: Expense | null
  /** Plays these, one after the other. */
  play: (ids: readonly string[]) => void
  stop: () => void
  /** Shows the node at which a test came out differently, within the sub-flow that it is in. */
  showDifference: (node: string) => void
  rename: (id: string, name: string) => void
  remove: (test: FlowTestSummary) => void
  exportAll: () => void
}

const NOTHING: ReadonlyMap<string, TestOutcome> = new Map()

export function useFlowTests(): FlowTestList {
  const { client } = useServices()
  const { flowId, flows } = useEditor()
  const read = useCallback(() => client.call('flowTests.list', { flowId }), [client, flowId])
  const { all: tests, write } = useListOfFlow({ what: 'tests', flowId, read, failed: 'The test could not be changed' })
  const download = async (): Promise<void> => {
    const { text } = await client.call('flowTests.export', { flowId })
    downloadText(fileName(flows.getState().flow.name, '.tests.json'), text)
  }
  const playing = usePlaying()
  const expected = useExpected(tests, playing.by)
  return {
    tests,
    expected,
    ...playing,
    rename: (id, name) => write(client.call('flowTests.rename', { id, name })),
    remove({ id, name }) {
      const undo = (): void => write(client.call('flowTests.restore', { id }))
      const removed = client.call('flowTests.remove', { id })
      write(removed.then(() => notifyUndo('flow-test-removed', message('Deleted “{title}”', { title: name }), undo)))
    },
    exportAll: () => void download().catch((cause: unknown) => notifyError('The tests could not be exported', cause)),
  }
}

function useExpected(tests: readonly FlowTestSummary[] | null, by: PlayedBy): Expense | null {
  const { client } = useServices()
  const { flowId } = useEditor()
  const [expected, setExpected] = useState<Expense | null>(null)
  const isAsked = by === 'own'
  useEffect(() => {
    if (!isAsked || tests === null) return
    const reading = new AbortController()
    client.call('flowTests.price', { flowId }, { signal: reading.signal }).then(setExpected, (cause: unknown) => {
      if (!reading.signal.aborted) notifyError('What the tests will cost could not be read', cause)
    })
    return () => reading.abort()
  }, [client, flowId, isAsked, tests])
  return isAsked ? expected : null
}

type TestPlaying = Pick<
  FlowTestList,
  'outcomes' | 'isPlaying' | 'by' | 'choose' | 'spent' | 'play' | 'stop' | 'showDifference'
>

function usePlaying(): TestPlaying {
  const { client } = useServices()
  const editor = useEditor()
  const { flows } = editor
  const consents = useConsentStore()
  const { mark, showDifference } = useDifferenceMark(editor)
  const [outcomes, setOutcomes] = useState(NOTHING)
  const [by, setBy] = useState<PlayedBy>('recorded')
  const [spent, setSpent] = useState(NO_EXPENSE)
  const [playing, setPlaying] = useState<AbortController | null>(null)
  // Nobody is there to read what a test comes to that goes on.
  useEffect(() => () => playing?.abort(), [playing])

  const set = (id: string, outcome: TestOutcome): void => setOutcomes((now) => new Map(now).set(id, outcome))
  const playOne = async (id: string, signal: AbortSignal): Promise<void> => {
    const drawn = flows.getState().flow
    const before = outcomes.get(id)
    set(id, { is: 'running' })
    try {
      const play = () => client.call('flowTests.play', { id, by }, { signal })
      const { difference, spent: more } = await consents.guard('test', play)
      setSpent((now) => addExpense(now, more))
      set(id, difference === null ? { is: 'passed', drawn } : { is: 'failed', difference })
    } catch (cause) {
      if (!signal.aborted) return set(id, { is: 'broken', error: toAppError(cause) })
      setOutcomes((now) => new Map([...now].filter(([one]) => one !== id)))
      if (before !== undefined) set(id, before)
    }
  }
  const playAll = async (ids: readonly string[]): Promise<void> => {
    const stopping = new AbortController()
    setPlaying(stopping)
    mark(null)
    try {
      await flows.flush()
      for (const id of ids) if (!stopping.signal.aborted) await playOne(id, stopping.signal)
    } catch (cause) {
      notifyError('The tests could not be run', cause)
    } finally {
      setPlaying(null)
    }
  }
  return {
    outcomes: useOfNow(outcomes),
    isPlaying: playing !== null,
    by,
    choose(next) {
      setBy(next)
      setOutcomes(NOTHING)
      setSpent(NO_EXPENSE)
    },
    spent,
    play: (ids) => void playAll(ids),
    stop: () => playing?.abort(),
    showDifference,
  }
}

/** The one mark on the drawing, of the list that set it. */
function useDifferenceMark(editor: Editor) {
  const marked = useRef<Editor | null>(null)
  const mark = useCallback((at: Editor | null, id: string | null = null): void => {
    marked.current?.session.setState({ differs: null })
    marked.current = at
    at?.session.setState({ differs: id })
  }, [])
  useEffect(() => () => mark(null), [mark])
  const show = async (node: string): Promise<void> => {
    const { at, id } = await openTo(editor, node)
    showNode(at, id)
    mark(at, id)
  }
  return {
    mark,
    showDifference: (node: string) =>
      void show(node).catch((cause: unknown) => notifyError('The node could not be shown', cause)),
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
