/** Which docks are open and how large they are; kept in the person's preferences, not in a flow. */
import { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { PreferencesStore } from './preferences-store'

/** The tabs of the bottom dock, from left to right. */
export const BOTTOM_TABS = [
  'trace',
  'plan',
  'sequence',
  'timeline',
  'decisions',
  'tests',
  'variables',
  'breakpoints',
  'problems',
] as const
export type BottomTab = (typeof BOTTOM_TABS)[number]

const docksSchema = z.object({
  chatOpen: z.boolean().default(true),
  /** Null: nobody chose, so it goes by the window. */
  chatWidth: z.number().min(280).max(900).nullable().default(null),
  bottomOpen: z.boolean().default(false),
  /** The flows where the bottom dock is open, the newest last. */
  bottomFlows: z.array(z.string()).default([]).catch([]),
  bottomHeight: z.number().min(120).max(900).default(240),
  /** One that another Baton kept and this one does not know is the first. */
  bottomTab: z.enum(BOTTOM_TABS).default('trace').catch('trace'),
  /** The flow as a tree, beside the canvas. */
  outlineOpen: z.boolean().default(false),
  outlineWidth: z.number().min(200).max(900).default(300),
  /** The palette drawer; while it is open it stands in the place of the outline. */
  paletteOpen: z.boolean().default(false),
  /** The inspector beside the canvas or over it; null: nobody chose, so it is docked where the window has room. */
  inspectorAt: z.enum(['docked', 'floating']).nullable().default(null).catch(null),
  /** The strip for looking back, over the bottom dock. */
  lookBackOpen: z.boolean().default(false),
  minimapOpen: z.boolean().default(true),
})
export type Docks = z.infer<typeof docksSchema>

export type DocksStore = {
  readonly store: StoreApi<Docks>
  change(patch: Partial<Docks>): void
  /** Opens the bottom dock at a tab. */
  openBottom(tab: BottomTab): void
  /** Another flow is looked at: the bottom dock is as it was left there, and closed where it was never opened. */
  enter(flow: string): void
  /** Takes over what the preferences say. */
  load(): void
}

const SAVE_AFTER_MS = 400
/** The width of the chat that was once kept also where nobody had chosen it. */
const ONCE_KEPT = 380
/** Of so many flows it is known that their bottom dock is open. */
const MOST_FLOWS = 200

export function createDocks(preferences: PreferencesStore): DocksStore {
  const store = createStore<Docks>(() => docksSchema.parse({}))
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: string | null = null
  const change = (patch: Partial<Docks>): void => {
    store.setState(patch)
    if (patch.bottomOpen !== undefined)
      store.setState(({ bottomFlows }) => remembered(bottomFlows, patch.bottomOpen === true))
    clearTimeout(timer)
    timer = setTimeout(() => preferences.change({ layout: { ...store.getState() } }), SAVE_AFTER_MS)
  }
  const remembered = (flows: readonly string[], isOpen: boolean): { bottomFlows: string[] } => {
    const others = flows.filter((id) => id !== current)
    return { bottomFlows: isOpen && current !== null ? [...others, current].slice(-MOST_FLOWS) : others }
  }
  return {
    store,
    change,
    openBottom: (tab) => change({ bottomOpen: true, bottomTab: tab }),
    enter(flow) {
      current = flow
      store.setState(({ bottomFlows }) => ({ bottomOpen: bottomFlows.includes(flow) }))
    },
    load() {
      const parsed = docksSchema.safeParse(preferences.store.getState().layout)
      if (!parsed.success) return
      const { chatWidth } = parsed.data
      // The palette takes the keyboard, so it opens only when somebody asks for it.
      store.setState({ ...parsed.data, paletteOpen: false, chatWidth: chatWidth === ONCE_KEPT ? null : chatWidth })
    },
  }
}
