/** What React renders, counted without a part in the app: as its developer tools are told of each commit. */
import type { Page } from '@playwright/test'

/** How often each node and edge of the drawing was rendered, by id. */
export type Renders = { nodes: { [id: string]: number }; edges: { [id: string]: number } }

declare global {
  interface Window {
    countedRenders?: Renders
  }
}

/** Loads the page again, counting from its start. */
export async function countRenders(page: Page): Promise<void> {
  await page.addInitScript(listen)
  await page.reload()
}

/** What was rendered since the last time that somebody asked. */
export async function rendersSince(page: Page): Promise<Renders> {
  return page.evaluate(() => {
    const counted = window.countedRenders ?? { nodes: {}, edges: {} }
    window.countedRenders = { nodes: {}, edges: {} }
    return counted
  })
}

/** Runs in the page, before React does. */
function listen(): void {
  type Fiber = {
    tag: number
    flags: number
    memoizedProps: Record<string, unknown> | null
    child: Fiber | null
    sibling: Fiber | null
    alternate: Fiber | null
  }
  /** Of React: that a component's function was called; and which fibers are functions, plain and in `memo`. */
  const PERFORMED = 1
  const FUNCTIONS = new Set([0, 15])
  window.countedRenders = { nodes: {}, edges: {} }
  type DrawnIds = { nodes: Set<string>; edges: Set<string> }
  const note = (fiber: Fiber, drawn: DrawnIds): void => {
    const props = fiber.memoizedProps
    const id = props?.['id']
    if (!FUNCTIONS.has(fiber.tag) || (fiber.flags & PERFORMED) === 0 || typeof id !== 'string' || props === null) return
    // What React Flow hands to who draws a node, and to who draws an edge; and what a node's own parts are handed, which listen to a run.
    if ('data' in props) drawn['sourceX' in props ? 'edges' : 'nodes'].add(id)
    else if ('node' in props && 'isSelected' in props) drawn.nodes.add(id)
  }
  const visit = (first: Fiber, drawn: DrawnIds): void => {
    for (let fiber: Fiber | null = first; fiber !== null; fiber = fiber.sibling) {
      note(fiber, drawn)
      // Below what was not rendered the same fibers stand as before.
      if (fiber.child !== null && fiber.child !== fiber.alternate?.child) visit(fiber.child, drawn)
    }
  }
  /** However many parts of one were rendered together, it was drawn once. */
  const count = (root: Fiber): void => {
    const drawn: DrawnIds = { nodes: new Set(), edges: new Set() }
    visit(root, drawn)
    const counted = (window.countedRenders ??= { nodes: {}, edges: {} })
    for (const what of ['nodes', 'edges'] as const)
      for (const id of drawn[what]) counted[what][id] = (counted[what][id] ?? 0) + 1
  }
  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
      onCommitFiberRoot: (_renderer: unknown, root: { current: Fiber }) => count(root.current),
    },
  })
}
