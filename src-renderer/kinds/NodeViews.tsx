/** How nodes look by shape: card, pill, paper and frame. A kind draws itself otherwise only if it has a line in `SPECIAL`. */
import { useT } from '../ui/language'
import { IconCircleCheck } from '@tabler/icons-react'
import { memo, type ComponentType, type ReactNode } from 'react'
import { isJsonObject } from '../../src-shared/flow/json'
import type { FlowNode, JsonObject } from '../../src-shared/flow/records'
import { isKindName, type KindName } from '../../src-shared/kinds/index'
import type { Kind } from '../../src-shared/kinds/kind'
import { observerSchema } from '../../src-shared/kinds/observer'
import { KindIcon, ObserverIcon } from './kind-icons'
import { PlanDots } from './PlanDots'
import { Markdown } from '../ui/markdown/Markdown'
import { cx } from '../ui/cx'
import squareStyles from '../ui/Square.module.css'
import textStyles from '../ui/text.module.css'
import styles from './NodeViews.module.css'

export type NodeViewProps = {
  kind: Kind | null
  node: FlowNode
  /** One line from the kind. */
  summary: string
  /** The newest session of a dialog, while a conversation is on. */
  session: SessionNote | null
  /** The states of the steps of its newest plan, with a space between; null: it has none. */
  plan: string | null
}

export type SessionNote = { number: number; state: 'active' | 'interrupted' | 'finished' }

type CardProps = NodeViewProps & {
  /** What stands in the place of the summary. */
  children?: ReactNode
}

const Card = memo(function Card({ kind, node, summary, session, children }: CardProps) {
  const t = useT()
  const label = kind === null ? t('Unknown kind: {kind}', { kind: node.kind }) : t.known(kind.label)
  return (
    <>
      <div className={styles.head}>
        <span className={cx(squareStyles.kindSquare, styles.icon)}>
          <KindIcon kind={kind} size={17} />
        </span>
        <div className={styles.title}>
          <div className={styles.name} data-node-name title={node.name}>
            {node.name === '' ? t('Unnamed') : node.name}
          </div>
          <div className={styles.kind}>
            {kind?.label.toLowerCase() === node.name.trim().toLowerCase() ||
            label.toLowerCase() === node.name.trim().toLowerCase()
              ? null
              : label}
            {session !== null && <Session session={session} />}
          </div>
        </div>
      </div>
      {children ?? (
        <div className={styles.summary} title={summary}>
          {kind === null ? t('Kept as it is; blocks running') : summary}
        </div>
      )}
    </>
  )
})

const SESSION_WORDS = {
  active: 'session {number}',
  interrupted: 'session {number} interrupted',
  finished: 'session {number} finished',
} as const

function Session({ session: { number, state } }: { session: SessionNote }) {
  const t = useT()
  const words = t(SESSION_WORDS[state], { number })
  return (
    <span className={styles.session} data-state={state} title={words}>
      {` · ${words}`}
      {state === 'finished' && <IconCircleCheck size={12} aria-hidden />}
    </span>
  )
}

const Pill = memo(function Pill({ kind, node, icon }: NodeViewProps & { icon?: ReactNode }) {
  const t = useT()
  return (
    <>
      <span className={cx(styles.icon, styles.pillIcon)}>
        {icon ?? <KindIcon kind={kind} size={15} data={node.data} />}
      </span>
      <span className={styles.name} data-node-name title={node.name}>
        {node.name === '' ? t.known(kind?.label ?? node.kind) : node.name}
      </span>
    </>
  )
})

const Paper = memo(function Paper({ summary }: NodeViewProps) {
  const t = useT()
  return (
    <div className={styles.paperText}>
      {summary.trim() === '' ? (
        <span className={textStyles.faint}>{t('Double-click to write')}</span>
      ) : (
        <Markdown text={summary} />
      )}
    </div>
  )
})

/** The title of a frame; what it carries is drawn over it. */
const Frame = memo(function Frame({ kind, node, summary }: NodeViewProps) {
  const t = useT()
  const text = node.data['text']
  return (
    <div className={cx(styles.frameTitle, 'bt-frame-title')}>
      <span className={styles.icon}>
        <KindIcon kind={kind} size={15} />
      </span>
      <span className={styles.name} data-node-name title={node.name}>
        {node.name === '' ? t('Unnamed') : node.name}
      </span>
      <span className={styles.frameCount}>{summary}</span>
      {typeof text === 'string' && text.trim() !== '' && (
        <span className={styles.frameText} title={text}>
          {text}
        </span>
      )}
    </div>
  )
})

const SHAPES = { card: Card, pill: Pill, paper: Paper, frame: Frame } as const satisfies {
  [S in Kind['shape']]: ComponentType<NodeViewProps>
}

/** While there is a plan, its steps stand in the place of the summary. */
function PlanCard(props: NodeViewProps) {
  return props.plan === null ? (
    <Card {...props} />
  ) : (
    <Card {...props}>
      <PlanDots states={props.plan} />
    </Card>
  )
}

function propertiesOf(schema: JsonObject): JsonObject {
  const properties = schema['properties']
  return isJsonObject(properties) ? properties : {}
}

/** Its icon says what it watches for, and so do the words under it, with what it collects. */
function ObserverPill(props: NodeViewProps) {
  const parsed = observerSchema.pick({ type: true, slots: true }).safeParse(props.node.data)
  const data = parsed.success ? parsed.data : null
  const slots = data?.type === 'collect' ? Object.keys(propertiesOf(data.slots)) : []
  const words = [props.summary, slots.join(', ')].filter((part) => part !== '').join(' · ')
  return (
    <>
      <Pill {...props} icon={data === null ? undefined : <ObserverIcon type={data.type} size={15} />} />
      {data !== null && (
        <span className={styles.watches} title={words}>
          {words}
        </span>
      )}
    </>
  )
}

/** Views of single kinds, by kind, where the shape's view does not do. */
const SPECIAL: { readonly [K in KindName]?: ComponentType<NodeViewProps> } = {
  rewoo: PlanCard,
  observer: ObserverPill,
}

export function NodeView(props: NodeViewProps) {
  const { kind } = props.node
  const View = (isKindName(kind) ? SPECIAL[kind] : undefined) ?? SHAPES[props.kind?.shape ?? 'card']
  return <View {...props} />
}
