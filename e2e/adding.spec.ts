/** The two ways of adding a node by keyboard do the same: A opens the drawer, `/` the list at the cursor. */
import { saveFlow } from '../src-shared/flow/editing/save'
import type { Flow } from '../src-shared/flow/records'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test, wholeRun } from './fixtures/app'

/** Every edge by what it joins, whatever the ids. */
function joinsOf({ nodes, edges }: Flow): string[] {
  const name = (id: string): string => nodes[id]?.name ?? ''
  return Object.values(edges)
    .map(({ kind, from, to }) => `${kind} ${name(from.node)}.${from.port} ${name(to.node)}.${to.port}`)
    .sort()
}

test(
  'A and "/" offer the same, each with what it is for, join alike, and offer Start only while there is none',
  wholeRun(),
  async ({ baton, page }) => {
    const { canvas } = baton
    const search = page.getByRole('combobox', { name: 'Search kinds' })
    const options = page.getByRole('listbox', { name: 'Kinds' }).getByRole('option')
    const start = options.and(page.getByRole('option', { name: 'Start', exact: true }))
    await baton.importFlow(saveFlow(flow('Desk').start('a').agent('a', { name: 'Triage' }).build()))
    const before = joinsOf(await baton.exportFlow())

    const results: string[][] = []
    for (const key of ['a', '/'])
      for (const [kind, name] of [
        ['agent', 'Agent'],
        ['clock', 'Clock'],
      ] as const)
        await test.step(`${kind} by ${key}`, async () => {
          await canvas.select('Triage')
          await page.keyboard.press(key)
          await expect(search).toBeFocused()
          await page.keyboard.type('start')
          await expect(start).toHaveCount(0)
          await page.keyboard.press('Control+a')
          await page.keyboard.type(kind)
          await expect(options.first()).toHaveAccessibleName(name)
          await expect(options.first()).toHaveAccessibleDescription(/\w+ \w+/)
          await page.keyboard.press('Enter')
          await expect(canvas.nodes).toHaveCount(3)
          await page.keyboard.press('Escape')
          await expect(search).toBeHidden()
          await canvas.region.focus()
          results.push(joinsOf(await baton.exportFlow()))
          await baton.undo.click()
          await expect(canvas.nodes).toHaveCount(2)
          expect(joinsOf(await baton.exportFlow())).toEqual(before)
        })
    const [agentByA, toolByA, agentBySlash, toolBySlash] = results
    expect([agentBySlash, toolBySlash]).toEqual([agentByA, toolByA])
    expect([agentByA, toolByA].map((joins) => joins?.length)).toEqual([2, 2])

    await test.step('so does what is added at a port in the inspector', async () => {
      await canvas.select('Triage')
      await baton.inspector.connect('Tools').press('Enter')
      await page.keyboard.type('clock')
      const clock = baton.inspector.choices.getByRole('option', { name: 'Clock', exact: true })
      await expect(clock).toHaveAccessibleDescription(/\w+ \w+/)
      await page.keyboard.press('Escape')
    })

    await test.step('without a start both offer it', async () => {
      await page.getByRole('group', { name: 'Start', exact: true }).press('Enter')
      await page.keyboard.press('Delete')
      await expect(canvas.nodes).toHaveCount(1)
      for (const key of ['a', '/']) {
        await canvas.region.focus()
        await page.keyboard.press(key)
        await expect(search).toBeFocused()
        await page.keyboard.type('start')
        await expect(start).toHaveCount(1)
        await page.keyboard.press('Escape')
        await expect(search).toBeHidden()
      }
    })
  },
)
