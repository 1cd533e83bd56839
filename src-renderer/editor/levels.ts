/** The flows that are opened within each other on one canvas: the one of the page, the flow that one of its nodes holds, and so on inwards. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { heldFlow } from '../../src-shared/flow/editing/embedded-flow'
import { drawnNode, holderOf, innerId, pathOf } from '../../src-shared/flow/inner-ids'
import type { FlowStore } from './flow-store'
import { createHeldFlows } from './held-flows'

/** What an editor is of, where it is not the page's: the node that holds its flow, or names it. */
export type LevelPlace<Editor> = {
  outer: Editor
  node: string
  /** A flow of the library: it has a history and a revision of its own, and is the same wherever it is named. */
  isOfLibrary: boolean
}

/** What an editor has to be to be opened within another one. */
type LevelEditor<Editor> = { flows: FlowStore; within: LevelPlace<Editor> | null; dispose: () => void }

export type Levels<Editor> = {
  /** The editor that is shown: the page's, or one inside. */
  shown: Editor
}

export type LevelsStore<Editor> = StoreApi<Levels<Editor>> & {
  /** Opens what a node of the shown flow holds; false: nothing that could be opened. Rejects where the flow that it names cannot be read. */
  open(node: string): Promise<boolean>
  /** Shows an editor that is round the shown one. */
  show(editor: Editor): void
  /** Goes back to the flow round the shown one. */
  leave(): void
  /** Lets go of all that is open inside. */
  close(): void
  /** Saves what is unsaved in flows of the library that are open. */
  flush(): Promise<void>
}

export type LevelParts<Editor> = {
  /** Opens a flow of the library by its id. */
  openNamed: (id: string) => Promise<FlowStore>
  createInner: (flows: FlowStore, within: LevelPlace<Editor>) => Editor
  /** The last edits of a flow of the library could not be saved when it was left. */
  onLost: (cause: unknown) => void
}

export function createLevels<Editor extends LevelEditor<Editor>>(
  root: Editor,
  { openNamed, createInner, onLost }: LevelParts<Editor>,
): LevelsStore<Editor> {
  const store = createStore<Levels<Editor>>(() => ({ shown: root }))
  const stops = new Map<Editor, () => void>()
  const letGo = (editor: Editor): void => {
    stops.get(editor)?.()
    stops.delete(editor)
    // What a node holds is the outer flow's to save.
    if (editor.within?.isOfLibrary === true) void editor.flows.flush().catch(onLost)
    editor.dispose()
  }
  const show = (editor: Editor): void => {
    const { shown } = store.getState()
    if (shown === editor) return
    store.setState({ shown: editor })
    for (const left of outwards(shown)) {
      if (left === editor || outwards(editor).includes(left)) break
      letGo(left)
    }
  }
  const enter = (flows: FlowStore, within: LevelPlace<Editor>): void => {
    const inner = createInner(flows, within)
    // Undo, or another window, may take the node away that is looked into.
    stops.set(
      inner,
      within.outer.flows.subscribe(({ flow }) => {
        const node = Object.hasOwn(flow.nodes, within.node) ? flow.nodes[within.node] : undefined
        const by = node === undefined ? undefined : heldFlow(node)?.by
        if (by !== (within.isOfLibrary ? 'id' : 'value') && outwards(store.getState().shown).includes(inner))
          show(within.outer)
      }),
    )
    store.setState({ shown: inner })
  }
  return Object.assign(store, {
    async open(id: string) {
      const outer = store.getState().shown
      const node = outer.flows.getState().flow.nodes[id]
      const held = node === undefined ? null : heldFlow(node)
      if (held === null || held.by === 'nothing') return false
      const flows = held.by === 'id' ? await openNamed(held.id) : createHeldFlows(outer.flows, id)
      if (flows === null || store.getState().shown !== outer) return false
      enter(flows, { outer, node: id, isOfLibrary: held.by === 'id' })
      return true
    },
    show,
    leave() {
      const { within } = store.getState().shown
      if (within !== null) show(within.outer)
    },
    close: () => show(root),
    async flush() {
      await Promise.all(outwards(store.getState().shown).map(({ flows }) => flows.flush()))
    },
  })
}

/** An editor and those round it, the page's last. */
export function outwards<Editor extends LevelEditor<Editor>>(editor: Editor): Editor[] {
  return editor.within === null ? [editor] : [editor, ...outwards(editor.within.outer)]
}

/** Opens the flows that a node is inside of, as far as they can be opened: the editor that draws it, or what it is inside of, and its id there. */
export async function openTo<Editor extends LevelEditor<Editor> & { levels: LevelsStore<Editor> | null }>(
  root: Editor,
  runId: string,
): Promise<{ at: Editor; id: string }> {
  const { levels } = root
  const holder = holderOf(runId)
  if (levels === null || holder === null) return { at: root, id: drawnNode(runId) }
  const isShown = (): boolean => {
    const { shown } = levels.getState()
    return shown.within !== null && runIdOf(shown.within.outer, shown.within.node) === holder
  }
  if (!isShown()) levels.show(root)
  for (const id of isShown() ? [] : pathOf(holder))
    if (!(await levels.open(id))) return { at: levels.getState().shown, id }
  return { at: levels.getState().shown, id: pathOf(runId).at(-1) ?? runId }
}

/** Under which id runs and the core know a node of an editor's flow. */
export function runIdOf<Editor extends LevelEditor<Editor>>({ within }: Editor, id: string): string {
  return within === null ? id : innerId(runIdOf(within.outer, within.node), id)
}
