/** One edge on the canvas: line, end mark and pill by its kind; lights once when the baton travels it. */
import { ENGLISH } from '../../../src-shared/languages/translate'
import { ELEMENTS, EdgeLabelRenderer, type EdgeProps } from '../../react-flow/react-flow'
import { IconWorld } from '@tabler/icons-react'
import { memo } from 'react'
import { isDisabled } from '../../../src-shared/flow/node-marks'
import { routingOf, type FlowEdge } from '../../../src-shared/flow/records'
import {
  ASK_LOOK,
  edgeLabel,
  isAlways,
  isWordless,
  isAsk,
  lookOf,
  orderOf,
  wordsField,
  type EdgeLook,
} from '../../kinds/edge-looks'
import {
  useEdgeProblems,
  useEditor,
  useFlow,
  useFlowParts,
  useOverlayParts,
  useSession,
  useSessionParts,
} from '../editor-context'
import { EdgeBreakDot } from './BreakDots'
import type { CanvasEdge } from './canvas-model'
import { useChangeMark } from './change-marks'
import { lineOf, WIDEST_LABEL, type Line } from './edge-line'
import { EdgePlus } from './EdgePlus'
import { holdsFor } from './line-index'
import { openMenuAt } from './open-menu'
import { ProblemBadge } from './NodeShell'
import { TIGHT } from './pill-size'
import { travelOn } from './run-overlay'
import { WordsEditor } from './WordsEditor'
import { cx } from '../../ui/cx'
import { useT } from '../../ui/language'
import edgeColorStyles from '../../kinds/edge-color.module.css'
import styles from './EdgeView.module.css'

/** `isLifted`: drawn in the layer of what is dragged (`DragLayer.tsx`), not where the other edges are. */
type EdgeViewProps = EdgeProps<CanvasEdge> & { isLifted?: boolean }

export const EdgeView = memo(function EdgeView(props: EdgeViewProps) {
  const { id, data, selected } = props
  const { edgeIndex, lineIndex, isReadOnly } = useEditor()
  const record = data?.record
  const [isFar, isTiny, isDrop, isElsewhere] = useSessionParts((session) => [
    session.isFar,
    session.isTiny,
    session.dropEdge === id,
    session.lifted.has(props.source) || session.lifted.has(props.target),
  ])
  const [travel, isWalked] = useOverlayParts((overlay) => [travelOn(overlay, id), overlay.walked.has(id)])
  const [routing, lane, fan, detour, asks, isOff] = useFlowParts((flow) => [
    routingOf(flow),
    edgeIndex.lane(flow, id),
    edgeIndex.fan(flow, id),
    // Where nodes are bare blocks nobody sees it, and a large drawing is there sooner.
    isTiny ? null : lineIndex.detour(flow, id),
    record !== undefined && isAsk(record, flow.nodes[record.to.node]),
    isDisabled(flow.nodes[props.source]) || isDisabled(flow.nodes[props.target]),
  ])
  const change = useChangeMark('edges', id)
  if (record === undefined || (isElsewhere && props.isLifted !== true)) return null
  const look = asks ? ASK_LOOK : lookOf(record)
  const line = detour !== null && holdsFor(detour, props) ? detour.line : lineOf(props, routing, { lane, fan })
  const marker = look.end === 'none' || isFar ? undefined : `url(#bt-mark-${look.end})`
  return (
    <g
      className={cx(edgeColorStyles.edgeColor, styles.edge)}
      data-kind={record.kind}
      data-edge-id={id}
      data-asks={asks || undefined}
      data-change={change}
      data-selected={selected || undefined}
      data-off={isOff || undefined}
      data-drop={isDrop || undefined}
      data-walked={isWalked || undefined}
    >
      <path className={styles.line} d={line.path} markerEnd={marker} data-double={look.isDouble || undefined} />
      {look.isDouble && <path className={styles.gap} d={line.path} />}
      {!isTiny && <path className={cx(ELEMENTS.edgeHit, styles.hit)} d={line.path} />}
      {travel !== null && <Travel key={travel} path={line.path} travel={travel} source={props.source} />}
      {!isTiny && <EdgeBreakDot id={id} x={line.x} y={line.y - (!isFar && hasPill(record) ? 20 : 0)} />}
      {!isFar && <EdgeLabel id={id} record={record} look={look} line={line} isSelected={selected === true} />}
      {!isFar && isReadOnly !== true && (
        <EdgeTools id={id} record={record} line={line} isSelected={selected === true} />
      )}
    </g>
  )
})

type TravelProps = { path: string; travel: string; source: string }

/** The light that runs along an edge; back along it where the baton returns. */
function Travel({ path, travel, source }: TravelProps) {
  const [, after = '0', to] = travel.split(' ')
  const timing = { animationDelay: `${after}ms`, animationDirection: to === source ? 'reverse' : 'normal' }
  return (
    <g className={styles.travel} data-travel aria-hidden>
      <path
        d={path}
        pathLength={1}
        className={styles.travelLight}
        data-back={to === source || undefined}
        style={{ animationDelay: timing.animationDelay }}
      />
      <rect
        x={-16}
        y={-5}
        width={32}
        height={10}
        rx={5}
        className={styles.travelBaton}
        style={{ offsetPath: `path("${path}")`, ...timing }}
      />
    </g>
  )
}

type EdgeToolsProps = { id: string; record: FlowEdge; line: Line; isSelected: boolean }

/** What shows on an edge that is pointed at or selected: its "+", and its words while they are written. */
function EdgeTools({ id, record, line, isSelected }: EdgeToolsProps) {
  const isHovered = useSession((session) => session.hovered === id)
  const isWritten = useSession((session) => session.wording === id)
  const isBusy = useSession((session) => session.wiring !== null || session.nodes.size + session.edges.size > 1)
  const field = wordsField(record)
  if (isWritten && field !== null)
    return (
      <EdgeLabelRenderer>
        <div
          className={styles.tools}
          style={{ transform: `translate(-50%, -50%) translate(${line.x}px, ${line.y}px)` }}
        >
          <WordsEditor id={id} edge={record} field={field} />
        </div>
      </EdgeLabelRenderer>
    )
  if (isBusy || !(isHovered || isSelected) || record.from.node === record.to.node) return null
  return (
    <EdgeLabelRenderer>
      <div
        className={cx(styles.tools, 'nodrag', 'nopan')}
        data-edge-tools={id}
        style={{ transform: `translate(-50%, -50%) translate(${line.x}px, ${line.y + (hasPill(record) ? 30 : 0)}px)` }}
      >
        <EdgePlus id={id} />
      </div>
    </EdgeLabelRenderer>
  )
}

/** Whether there are words in the middle of the line. */
function hasPill(edge: FlowEdge): boolean {
  return lookOf(edge).label(edge, ENGLISH) !== null || lookOf(edge).isNumbered !== undefined
}

type EdgeLabelProps = { id: string; record: FlowEdge; look: EdgeLook; line: Line; isSelected: boolean }

function EdgeLabel({ id, record, look, line, isSelected }: EdgeLabelProps) {
  const t = useT()
  const editor = useEditor()
  const { session, edgeIndex } = editor
  const problems = useEdgeProblems(id)
  const change = useChangeMark('edges', id)
  const label = look.label(record, t)
  const isNumbered = useFlow(
    (flow) => look.isNumbered === 'always' || (look.isNumbered === 'several' && edgeIndex.count(flow, id) > 1),
  )
  const number = useFlow((flow) => (isNumbered ? edgeIndex.place(flow, id) : null))
  // The pill of an intent says more than its number.
  const order = number ?? (look.about === undefined && look.isNumbered === undefined ? orderOf(record) : null)
  if (label === null && order === null && problems.length === 0) return null
  const isStub = record.from.node === record.to.node
  const shift = isStub ? 'translate(0, -50%)' : 'translate(-50%, -50%)'
  return (
    <EdgeLabelRenderer>
      <div
        className={cx(edgeColorStyles.edgeColor, styles.label, 'nodrag', 'nopan')}
        data-edge-label={id}
        data-kind={record.kind}
        data-asks={look === ASK_LOOK || undefined}
        data-change={change}
        data-selected={isSelected || undefined}
        data-bare={label === null || undefined}
        data-tight={(line.room !== undefined && line.room < TIGHT) || undefined}
        style={{
          transform: `${shift} translate(${line.x}px, ${line.y}px)`,
          transformOrigin: '0 0',
          maxWidth: line.room === undefined ? undefined : Math.min(line.room, WIDEST_LABEL),
        }}
        title={look.about?.(record, t) ?? label ?? t.known(edgeLabel(record))}
        data-always={isAlways(record) || undefined}
        data-wordless={isWordless(record) || undefined}
        onClick={() => session.select([], [id])}
        onPointerEnter={() => session.setState({ hovered: id })}
        onPointerLeave={() => session.setState({ hovered: null })}
        onContextMenu={(event) => {
          event.preventDefault()
          openMenuAt(editor, { edge: id }, { x: event.clientX, y: event.clientY })
        }}
      >
        {look.isGlobal?.(record) === true && (
          <IconWorld size={12} className={styles.global} role="img" aria-label={t('From anywhere')} />
        )}
        {order !== null && (
          <span className={styles.order} aria-hidden>
            {order + 1}
          </span>
        )}
        {label !== null && (
          <span className={styles.words} aria-hidden>
            {label}
          </span>
        )}
        <ProblemBadge problems={problems} isOnEdge />
      </div>
    </EdgeLabelRenderer>
  )
}
