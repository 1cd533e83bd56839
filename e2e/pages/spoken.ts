/** What a screen reader is given of the page: Chromium's accessibility tree as text, a step to the right for each level. */
import type { Page } from '@playwright/test'

type AxValue = { value?: unknown }
type AxNode = {
  nodeId: string
  ignored: boolean
  role?: AxValue
  name?: AxValue
  description?: AxValue
  childIds?: string[]
}

/** Of elements that are not spoken of, only what is in them counts. */
const SILENT = new Set(['none', 'generic', 'SvgRoot', 'InlineTextBox', 'LineBreak', 'paragraph', 'strong', 'code'])

/** The part of the tree that begins at a role and a name. */
export async function spokenOf(page: Page, role: string, name: string): Promise<string> {
  const debug = await page.context().newCDPSession(page)
  const { nodes } = (await debug.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] }
  await debug.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const lines: string[] = []
  const walk = (node: AxNode, level: number): void => {
    const isSpoken = !node.ignored && !SILENT.has(textOf(node.role))
    if (isSpoken) lines.push(`${'  '.repeat(level)}${lineOf(node)}`)
    for (const id of node.childIds ?? []) {
      const child = byId.get(id)
      if (child !== undefined) walk(child, isSpoken ? level + 1 : level)
    }
  }
  const first = nodes.find((node) => textOf(node.role) === role && textOf(node.name) === name)
  if (first !== undefined) walk(first, 0)
  return `${lines.join('\n')}\n`
}

function textOf(value: AxValue | undefined): string {
  return typeof value?.value === 'string' ? value.value : ''
}

function lineOf(node: AxNode): string {
  const [role, name, description] = [textOf(node.role), textOf(node.name), textOf(node.description)]
  if (role === 'StaticText') return name
  return [role, name, description === '' ? '' : `(${description})`].filter((part) => part !== '').join(' ')
}
