/** THE list of what the docks hold: the chat at the right, the tabs at the bottom. A panel of another room is one line here. */
import type { PlainText } from '../../src-shared/languages/translate'
import type { ComponentType } from 'react'
import { BreakpointsPanel } from '../breakpoints/BreakpointsPanel'
import { ChatPanel } from '../chat/ChatPanel'
import { DecisionsPanel } from '../decisions/DecisionsPanel'
import { ProblemsPanel } from '../editor/ProblemsPanel'
import { TestsPanel } from '../flow-tests/TestsPanel'
import { PlanPanel } from '../plan/PlanPanel'
import { TracePanel } from '../run/trace/TracePanel'
import { VariablesPanel } from '../run/variables/VariablesPanel'
import { SequencePanel } from '../sequence/SequencePanel'
import { SettingsDialog, type SettingsDialogProps } from '../settings/SettingsDialog'
import { TimelinePanel } from '../timeline/TimelinePanel'
import type { BottomTab } from '../ui/docks-store'

export type BottomPanel = { label: PlainText; Panel: ComponentType }

/** The chat of a flow; null until there is one. */
export const CHAT: ComponentType<{ flowId: string }> | null = ChatPanel

export const SETTINGS: ComponentType<SettingsDialogProps> | null = SettingsDialog

/** What the tabs of the bottom dock hold. */
export const BOTTOM_PANELS: { readonly [T in BottomTab]: BottomPanel } = {
  trace: { label: 'Trace', Panel: TracePanel },
  plan: { label: 'Plan', Panel: PlanPanel },
  sequence: { label: 'Sequence', Panel: SequencePanel },
  timeline: { label: 'Timeline', Panel: TimelinePanel },
  decisions: { label: 'Decisions', Panel: DecisionsPanel },
  tests: { label: 'Tests', Panel: TestsPanel },
  variables: { label: 'Variables', Panel: VariablesPanel },
  breakpoints: { label: 'Breakpoints', Panel: BreakpointsPanel },
  problems: { label: 'Problems', Panel: ProblemsPanel },
}
