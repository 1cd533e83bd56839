/** The tree of the branches of a conversation. */
import type { Page } from '@playwright/test'

export function forksOf(page: Page) {
  const tree = page.getByRole('tree', { name: 'Branches of this conversation' })
  return {
    tree,
    comparison: page.getByRole('region', { name: 'Comparison' }),
    rows: tree.getByRole('treeitem'),
    /** The row of the thread that is open. */
    open: tree.getByRole('treeitem', { selected: true }),
    row: (name: string) => tree.getByRole('treeitem', { name: new RegExp(`^${name}, `) }),
  }
}
