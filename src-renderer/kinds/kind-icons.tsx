/** Icons of the kinds, in the tint of the kind's group. */
import {
  IconApi,
  IconBooks,
  IconBrandStackshare,
  IconCalculator,
  IconClock,
  IconComponents,
  IconCircleDashed,
  IconCode,
  IconCompass,
  IconEye,
  IconFlag,
  IconForms,
  IconHeadset,
  IconHeart,
  IconHierarchy2,
  IconLayersSubtract,
  IconLifebuoy,
  IconMessage2,
  IconMessages,
  IconFrame,
  IconNote,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconPlugConnected,
  IconQuestionMark,
  IconRoute,
  IconShield,
  IconSitemap,
  IconSpeakerphone,
  IconTool,
  IconVariable,
  IconUserBolt,
  IconUserCheck,
  IconWorld,
  IconWorldSearch,
  type TablerIcon,
} from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import type { JsonObject } from '../../src-shared/flow/records'
import { builtinToolOf, type BuiltinTool } from '../../src-shared/kinds/builtin-tool'
import { isKindName, type KindName } from '../../src-shared/kinds/index'
import type { Kind, KindGroup } from '../../src-shared/kinds/kind'
import type { WatchedType } from '../../src-shared/kinds/observer'
import squareStyles from '../ui/Square.module.css'

const ICONS: { readonly [K in KindName]: TablerIcon } = {
  start: IconPlayerPlayFilled,
  end: IconPlayerStopFilled,
  supervisor: IconHeadset,
  dialog: IconMessage2,
  observer: IconEye,
  agent: IconUserBolt,
  'builtin-tool': IconClock,
  'http-tool': IconWorld,
  'code-tool': IconCode,
  'nested-chat': IconMessages,
  note: IconNote,
  frame: IconFrame,
  rewoo: IconHierarchy2,
  workbench: IconTool,
  'mcp-server': IconPlugConnected,
  'openapi-tools': IconApi,
  'flow-tool': IconComponents,
  subflow: IconBrandStackshare,
  condition: IconRoute,
  approval: IconUserCheck,
  'set-variables': IconVariable,
  map: IconLayersSubtract,
  'task-graph': IconSitemap,
  'message-worker': IconSpeakerphone,
  'rag-worker': IconBooks,
  'search-worker': IconWorldSearch,
  'default-worker': IconLifebuoy,
}

/** The words of a group, for headings. */
export const GROUP_LABELS = {
  entry: 'Entry',
  conversation: 'Conversation',
  work: 'Work',
  swarm: 'Swarm',
  planning: 'Planning',
  tools: 'Tools',
  control: 'Control',
  paper: 'Notes',
} as const satisfies { [G in KindGroup]: string }

/** The tint of a group as CSS variables `--tint` and `--tint-soft`, for everything inside an element. */
export function tintOf(group: KindGroup | null): CSSProperties {
  const name = group ?? 'control'
  const style: { [name: `--${string}`]: string } = {
    '--tint': `var(--bt-${name})`,
    '--tint-soft': `var(--bt-${name}-soft)`,
  }
  return style
}

/** The icons of observers tell what they watch for. */
const OBSERVER_ICONS: { readonly [T in WatchedType]: TablerIcon } = {
  finished: IconFlag,
  interest: IconHeart,
  collect: IconForms,
  steer: IconCompass,
  guard: IconShield,
  question: IconQuestionMark,
  code: IconCode,
}

export function ObserverIcon({ type, size }: { type: WatchedType; size: number }) {
  const Icon = OBSERVER_ICONS[type]
  return <Icon size={size} stroke={1.75} aria-hidden />
}

const BUILTIN_ICONS: { readonly [T in BuiltinTool]: TablerIcon } = { clock: IconClock, calculator: IconCalculator }

type IconsByData = {
  readonly which: (data: JsonObject) => string
  readonly icons: { readonly [which: string]: TablerIcon }
}

/** Kinds whose icon goes by the data of the node. */
const BY_DATA: { readonly [K in KindName]?: IconsByData } = {
  'builtin-tool': { which: builtinToolOf, icons: BUILTIN_ICONS },
}

type KindIconProps = { kind: Kind | null; size?: number; data?: JsonObject }

/** `data`: of the node; absent: of a new one, as it is offered. */
export function KindIcon({ kind, size = 16, data = kind?.preset?.data ?? {} }: KindIconProps) {
  const name = kind !== null && isKindName(kind.kind) ? kind.kind : null
  const byData = name === null ? undefined : BY_DATA[name]
  const own = byData?.which(data) ?? ''
  const Icon = name === null ? IconCircleDashed : (byData?.icons[own] ?? ICONS[name])
  return <Icon size={size} stroke={1.75} aria-hidden />
}

/** The icon in its tinted square. */
export function KindSquare({ kind, size = 28, data }: KindIconProps) {
  return (
    <span className={squareStyles.kindSquare} style={{ ...tintOf(kind?.group ?? null), width: size, height: size }}>
      <KindIcon kind={kind} size={Math.round(size * 0.6)} {...(data === undefined ? {} : { data })} />
    </span>
  )
}
