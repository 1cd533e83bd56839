/** THE list of what the docks hold: the chat at the right, the tabs at the bottom. A panel of another room is one line here. */
import type { ComponentType } from 'react'
import { ChatPanel } from '../chat/ChatPanel'
import { ProblemsPanel } from '../editor/ProblemsPanel'

export type BottomPanel = { id: string; label: string; Panel: ComponentType }

/** The chat of a flow; null until there is one. */
export const CHAT: ComponentType<{ flowId: string }> | null = ChatPanel

export const SETTINGS: ComponentType<{ opened: boolean; onClose: () => void }> | null = null

/** The tabs of the bottom dock, from left to right. */
export const BOTTOM_PANELS: readonly BottomPanel[] = [{ id: 'problems', label: 'Problems', Panel: ProblemsPanel }]
