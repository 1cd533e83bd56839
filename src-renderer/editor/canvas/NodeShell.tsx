/** One node on the canvas: its view with selection, run state, problems, the baton and its ports around it. */
import { IconCheck, IconLock } from '@tabler/icons-react'
import type { NodeProps } from '../../react-flow/react-flow'
import { memo, useMemo } from 'react'
import { kindOf } from '../../../src-shared/kinds/index'
import type { Kind, Problem } from '../../../src-shared/kinds/kind'
import { isFrame } from '../../../src-shared/flow/editing/frames'
import { isDisabled, isLocked } from '../../../src-shared/flow/node-marks'
import type { FlowNode } from '../../../src-shared/flow/records'
import { tintOf } from '../../kinds/kind-icons'
import { NodeView } from '../../kinds/NodeViews'
import {
  useEditor,
  useFlow,
  useNodeProblems,
  useOverlay,
  useOverlayParts,
  useProblems,
  useSession,
  useSessionParts,
} from '../editor-context'
import type { CanvasNode } from './canvas-model'
import { BreakDots } from './BreakDots'
import { useChangeMark } from './change-marks'
import { FrameParts } from './FrameParts'
import { NameEditor } from './NameEditor'
import { NoteCorner, NoteEditor } from './NotePaper'
import { fitsLarge } from './distance'
import { sizeOf } from '../../../src-shared/drawing/node-size'
import { Ports } from './Ports'
import { portsOf } from './ports'
import type { NodeRun } from './run-overlay'
import { hintProps } from '../../ui/hints'
import { useT } from '../../ui/language'
import styles from './NodeShell.module.css'

export function NodeShell({ id, data: { record }, selected }: NodeProps<CanvasNode>) {
  const shape = kindOf(record)?.shape ?? 'card'
  const isBlock = useSession(
    ({ isFar, isTiny, renaming }) => renaming !== id && shape !== 'frame' && (isTiny || (isFar && shape !== 'paper')),
  )
  return isBlock ? (
    <Block id={id} node={record} isSelected={selected} />
  ) : (
    <NodeBody id={id} node={record} isSelected={selected} />
  )
}

/** A node from afar: as little as there is to be seen of it, since then there are many. */
const Block = memo(function Block({ id, node, isSelected }: NodeBodyProps) {
  const t = useT()
  const kind = kindOf(node)
  const [isTiny, differs] = useSessionParts((session) => [session.isTiny, session.differs === id])
  const [run, hasBaton] = useOverlayParts((overlay) => [overlay.nodes[id], overlay.holder === id])
  const problems = useNodeProblems(id)
  const change = useChangeMark('nodes', id)
  const name = node.name === '' ? t.known(kind?.label ?? node.kind) : node.name
  return (
    <div {...looksOf({ id, node, isSelected, run, hasBaton })} className={styles.node} data-change={change}>
      {!isTiny && (
        <span className={styles.farName} data-large={fitsLarge(name) || undefined} data-node-name>
          {name}
        </span>
      )}
      {run !== undefined && <RunMark run={run} shape={kind?.shape ?? 'card'} />}
      <BreakDots id={id} />
      {problems.length > 0 && <ProblemBadge problems={problems} />}
      {hasBaton && <span className={styles.baton}>{t('has the baton')}</span>}
      {differs && <DifferenceWords />}
    </div>
  )
})

type NodeLooks = NodeBodyProps & { run: NodeRun | undefined; hasBaton: boolean }

/** What the style sheets tell nodes apart by. */
function looksOf({ id, node, isSelected, run, hasBaton }: NodeLooks) {
  const kind = kindOf(node)
  const color = node.data['color']
  return {
    'data-node-id': id,
    'data-shape': kind?.shape ?? 'card',
    'data-selected': isSelected || undefined,
    'data-run': run?.state,
    'data-baton': hasBaton || undefined,
    'data-unknown': kind === null || undefined,
    'data-disabled': isDisabled(node) || undefined,
    'data-color': typeof color === 'string' ? color : undefined,
    style: tintOf(kind?.group ?? null),
  }
}

type NodeBodyProps = { id: string; node: FlowNode; isSelected: boolean }

const NodeBody = memo(function NodeBody({ id, node, isSelected }: NodeBodyProps) {
  const t = useT()
  const kind = kindOf(node)
  const summary = useSummary(id, node, kind)
  const ports = useMemo(() => portsOf(node), [node])
  const run = useOverlay((overlay) => overlay.nodes[id])
  const hasBaton = useOverlay((overlay) => overlay.holder === id)
  const session = useOverlay((overlay) => overlay.sessions[id] ?? null)
  const plan = useOverlay((overlay) => overlay.plans[id] ?? null)
  const isRenamed = useSession((state) => state.renaming === id)
  const problems = useNodeProblems(id)
  const change = useChangeMark('nodes', id)
  const isPaper = kind?.shape === 'paper'
  return (
    <div {...looksOf({ id, node, isSelected, run, hasBaton })} className={styles.node} data-change={change}>
      <NodeView kind={kind} node={node} summary={summary} session={session} plan={plan} />
      {isRenamed && !isPaper && <NameEditor id={id} name={node.name} />}
      {isPaper && <PaperParts id={id} node={node} isWritten={isRenamed} isSelected={isSelected} />}
      {isFrame(node) && <FrameParts id={id} node={node} isSelected={isSelected} />}
      <RunMark run={run} shape={kind?.shape ?? 'card'} />
      <ProblemBadge problems={problems} />
      {problems.length === 0 && <NeededMark id={id} />}
      <NodeMarks node={node} />
      <BreakDots id={id} />
      {hasBaton && <span className={styles.baton}>{t('has the baton')}</span>}
      <DifferenceMark id={id} />
      <Ports id={id} name={node.name} ports={ports} isSelected={isSelected} {...sizeOf(node)} />
    </div>
  )
})

/** That a test came out differently here, while somebody looks at that. */
function DifferenceMark({ id }: { id: string }) {
  const differs = useSession((session) => session.differs === id)
  return differs && <DifferenceWords />
}

function DifferenceWords() {
  const t = useT()
  return <span className={styles.differs}>{t('differs from the test')}</span>
}

/** That it is left out of runs, in a word, and that it stays where it is. */
function NodeMarks({ node }: { node: FlowNode }) {
  const t = useT()
  if (!isDisabled(node) && !isLocked(node)) return null
  return (
    <div className={styles.marks}>
      {isDisabled(node) && <span className={styles.disabled}>{t('disabled')}</span>}
      {isLocked(node) && (
        <span className={styles.locked} role="img" aria-label={t('Locked')} title={t('Locked')}>
          <IconLock size={11} aria-hidden />
        </span>
      )}
    </div>
  )
}

type PaperPartsProps = { id: string; node: FlowNode; isWritten: boolean; isSelected: boolean }

function PaperParts({ id, node, isWritten, isSelected }: PaperPartsProps) {
  const text = node.data['text']
  if (isWritten) return <NoteEditor id={id} name={node.name} text={typeof text === 'string' ? text : ''} />
  return isSelected ? <NoteCorner id={id} size={sizeOf(node)} /> : null
}

function useSummary(id: string, node: FlowNode, kind: Kind | null): string {
  const t = useT()
  const { flows, edgeIndex } = useEditor()
  const stamp = useFlow((flow) => edgeIndex.stamp(flow, id))
  // The stamp stands for the edges around the node, which a kind may count.
  const context = useMemo(() => ({ flow: flows.getState().flow, nodeId: id, stamp }), [flows, id, stamp])
  return useMemo(() => t.message(kind?.summary(node, context) ?? ''), [kind, node, context, t])
}

function RunMark({ run, shape }: { run: NodeRun | undefined; shape: Kind['shape'] }) {
  const t = useT()
  if (run === undefined || run.state === 'skipped') return null
  if (run.state === 'failed')
    return run.message === undefined ? null : (
      <span className={styles.failure} role="status" title={run.message}>
        {run.message}
      </span>
    )
  if (run.state === 'done')
    return (
      <span className={styles.done} data-shape={shape} role="img" aria-label={t('Done')}>
        <IconCheck size={12} stroke={3} aria-hidden />
      </span>
    )
  if (run.state === 'waiting' || run.state === 'paused')
    return (
      <span className={styles.waiting} data-shape={shape} role="status">
        {run.state === 'paused' ? t('paused') : t('waiting for you')}
      </span>
    )
  return (
    <svg className={styles.ring} data-shape={shape} viewBox="0 0 36 36" role="img" aria-label={t('Running')}>
      <circle cx="18" cy="18" r="16.5" pathLength={100} />
    </svg>
  )
}

/** What a new node has not got yet: a quiet mark, no scolding. */
function NeededMark({ id }: { id: string }) {
  const t = useT()
  const needed = useProblems((found) => found.needed.get(id))
  if (needed === undefined) return null
  const words = needed.map(({ message }) => t.message(message)).join(' ')
  return <span className={styles.needed} role="img" aria-label={t('Needed: {words}', { words })} title={words} />
}

type ProblemBadgeProps = { problems: readonly Problem[]; isOnEdge?: boolean }

export function ProblemBadge({ problems, isOnEdge = false }: ProblemBadgeProps) {
  const t = useT()
  if (problems.length === 0) return null
  const isError = problems.some((problem) => problem.severity === 'error')
  const words = problems.map((problem) => t.message(problem.message))
  return (
    <span
      className={styles.problemBadge}
      data-severity={isError ? 'error' : 'warning'}
      data-on-edge={isOnEdge || undefined}
      role="img"
      aria-label={t('Problems: {words}', { words: words.join(' ') })}
      {...hintProps(words.join('\n'), 'top')}
    >
      {problems.length}
    </span>
  )
}
