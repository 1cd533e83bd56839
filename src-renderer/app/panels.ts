/** THE list of what the docks hold: the chat at the right, the tabs at the bottom. A panel of another room is one line here. */
import type { ComponentType } from 'react'
import { ChatPanel } from '../chat/ChatPanel'
import { ProblemsPanel } from '../editor/ProblemsPanel'
import { PlanPanel } from '../plan/PlanPanel'
import { TracePanel } from '../run/TracePanel'
import { VariablesPanel } from '../run/VariablesPanel'
import { SequencePanel } from '../sequence/SequencePanel'
import { SettingsDialog } from '../settings/SettingsDialog'
import { TimelinePanel } from '../timeline/TimelinePanel'

export type BottomPanel = { id: string; label: string; Panel: ComponentType }

/** The chat of a flow; null until there is one. */
export const CHAT: ComponentType<{ flowId: string }> | null = ChatPanel

export const SETTINGS: ComponentType<{ opened: boolean; onClose: () => void; tab?: 'connections' | 'secrets' }> | null =
  SettingsDialog

/** The tabs of the bottom dock, from left to right. */
export const BOTTOM_PANELS: readonly BottomPanel[] = [
  { id: 'trace', label: 'Trace', Panel: TracePanel },
  { id: 'plan', label: 'Plan', Panel: PlanPanel },
  { id: 'sequence', label: 'Sequence', Panel: SequencePanel },
  { id: 'timeline', label: 'Timeline', Panel: TimelinePanel },
  { id: 'variables', label: 'Variables', Panel: VariablesPanel },
  { id: 'problems', label: 'Problems', Panel: ProblemsPanel },
]
