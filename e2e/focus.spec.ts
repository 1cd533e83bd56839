/** Where the focus is: every dialog, sheet, popover and pane begins at its first place, is gone through in the order of reading, and gives the focus back. */
import type { Locator } from '@playwright/test'
import { flowLink } from '../src-shared/flow-links/flow-link'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test, wholeRun } from './fixtures/app'
import { setupD } from './fixtures/setup-d'
import type { Baton } from './pages/baton'
import { buttonOf, DIALOG, expectWay, pressEnterOn, type View } from './pages/focus-ways'
import { lookBackOf } from './pages/look-back'
import { pressBeforeLater } from './pages/held-moments'
import { backwardSteps, walkByTab } from './pages/tab-walk'

test('Home: dialogs and menus begin, are gone round and end as one expects; what is removed hands the focus on', async ({
  baton,
  page,
}) => {
  const { library } = baton
  const button = buttonOf(page)
  const dialog = page.getByRole('dialog')
  const heading = page.getByRole('heading', { name: 'Flows', level: 1 })
  await expect(heading).toBeFocused()
  const settings = { by: button('Settings'), shown: dialog, round: DIALOG }
  await expectWay(page, { ...settings, name: 'settings', first: page.getByRole('tab', { name: 'Connections' }) })
  await expectWay(page, {
    ...settings,
    name: 'servers to connect',
    then: [dialog.getByRole('button', { name: 'Add connection' })],
    first: dialog.getByRole('button', { name: 'Ollama' }),
  })
  await expectWay(page, {
    name: 'examples',
    by: button('From example'),
    shown: page.getByRole('menu'),
    first: null,
  })
  for (const name of ['One', 'Two', 'Three']) {
    await baton.importFlow(setupD(name))
    await expect(baton.canvas.region).toBeFocused()
    await baton.toLibrary()
    await expect(heading).toBeFocused()
  }

  await test.step('all of Home', async () => {
    // It can be pressed once the examples are there.
    await expect(button('From example')).toBeEnabled()
    await page.keyboard.press('Tab')
    const walk = await walkByTab(page, 'main')
    expect([walk.missed, backwardSteps(walk)]).toEqual([[], []])
  })
  await expectWay(page, {
    name: 'menu of a flow',
    by: button('More about Two'),
    shown: page.getByRole('menu'),
    first: null,
  })
  await expectWay(page, {
    name: 'its name',
    by: button('More about Two'),
    then: [page.getByRole('menuitem', { name: 'Rename' })],
    shown: page.getByRole('textbox', { name: 'Flow name' }),
    first: null,
  })

  await test.step('a flow that is deleted hands the focus to the one beside it, and one that is restored too', async () => {
    const remove = async (name: string): Promise<void> => {
      await pressEnterOn(page, button(`More about ${name}`))
      await pressEnterOn(page, page.getByRole('menuitem', { name: 'Delete' }))
      await expect(library.row(name)).toHaveCount(0)
    }
    // The newest is first: Three, Two, One.
    await remove('Two')
    await expect(library.row('One').getByRole('button', { name: 'One', exact: true })).toBeFocused()
    await remove('One')
    await expect(library.row('Three').getByRole('button', { name: 'Three', exact: true })).toBeFocused()
    await pressEnterOn(page, page.locator('summary').filter({ hasText: 'Recently deleted' }))
    await expectWay(page, {
      name: 'deleting for good',
      by: button('Delete for good: One'),
      shown: dialog,
      first: dialog.getByRole('button', { name: 'Keep it' }),
      round: DIALOG,
    })
    await pressEnterOn(page, button('Restore One'))
    await expect(button('Restore Two')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(library.row('Two')).toBeVisible()
    await expect(heading).toBeFocused()
  })

  await test.step('a link', async () => {
    const link = page.getByRole('dialog', { name: 'A link wants to add a flow' })
    const place = `/link/${encodeURIComponent(flowLink(saveFlow(flow('Linked').start('a').agent('a').build())))}`
    await page.evaluate((hash) => void (location.hash = hash), place)
    await expect(link.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(link).toBeHidden()
    await expect(heading).toBeFocused()
  })
})

/** Of setup D, with what comes behind it. */
const ON_THE_CANVAS = [
  'Start',
  'Supervisor Concierge',
  'Built-in tool Clock',
  'Dialog PROFILE',
  'Dialog ORDER',
  'Next from Start to Concierge',
  'Use from Concierge to Clock',
  'Delegate from Concierge to PROFILE, 1 of 2',
  'Delegate from Concierge to ORDER, 2 of 2',
  'Zoom out',
]

/** The views of the editor that are opened before anything was said. */
function drawingViews(baton: Baton): View[] {
  const { canvas, page, settings } = baton
  const button = buttonOf(page)
  const dialog = page.getByRole('dialog')
  const rail = (name: string): Locator =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name, exact: true })
  const item = (name: string): Locator => page.getByRole('menuitem', { name })
  const find = dialog.getByRole('textbox', { name: 'Find', exact: true })
  const tabs = (...names: string[]): Locator => page.getByRole('tab', { name: names[0] ?? '' })
  const search = (name: string): Locator => page.getByRole('combobox', { name })
  const outline = page.getByRole('tree', { name: 'Outline' })
  const region = canvas.region
  return [
    { name: 'flow menu', by: button('Flow menu'), shown: page.getByRole('menu'), first: null },
    { name: 'more', by: button('More'), shown: page.getByRole('menu'), first: null },
    {
      name: 'models',
      by: baton.model,
      shown: page.getByRole('listbox', { name: 'Models' }),
      first: baton.model,
    },
    { name: 'kinds', by: rail('Add'), shown: canvas.palette, first: search('Search kinds') },
    { name: 'outline', by: rail('Outline'), shown: outline, first: outline },
    { name: 'find', by: rail('Find'), shown: dialog, first: find, round: DIALOG },
    { name: 'settings', by: rail('Settings'), shown: settings.dialog, first: tabs('Connections'), round: DIALOG },
    {
      name: 'keeping a version',
      by: button('Flow menu'),
      then: [item('Keep a version')],
      shown: dialog,
      first: dialog.getByRole('textbox', { name: 'What is it?' }),
      round: DIALOG,
    },
    {
      name: 'attach',
      by: button('Attach'),
      shown: dialog,
      first: dialog.getByRole('button', { name: /^File/ }),
      round: DIALOG,
    },
    { name: 'threads', by: button('Threads'), shown: page.getByRole('menu'), first: null },
    {
      name: 'shortcuts',
      by: '?',
      shown: dialog,
      first: dialog.getByRole('button', { name: 'Close' }),
      round: DIALOG,
      back: region,
    },
    { name: 'find by key', by: 'Control+k', shown: dialog, first: find, round: DIALOG, back: region },
    {
      name: 'find and replace',
      by: 'Control+Shift+F',
      shown: dialog,
      first: dialog.getByRole('textbox', { name: 'Find', exact: true }),
      round: DIALOG,
      back: region,
    },
    { name: 'a node to add', by: '/', shown: canvas.popup, first: search('Search kinds'), round: DIALOG, back: region },
    { name: 'outline by key', by: 'Control+b', shown: outline, first: outline, back: region },
    { name: 'kinds by key', by: 'a', shown: canvas.palette, first: search('Search kinds'), back: region },
  ]
}

test(
  'the editor: dialogs, menus and panes begin, are gone round and end as one expects',
  wholeRun(),
  async ({ baton, page }) => {
    test.setTimeout(240_000)
    const { canvas, chat, inspector, trace } = baton
    const button = buttonOf(page)
    const dialog = page.getByRole('dialog')
    await baton.importFlow(setupD('Desk', { when: { speaker: 'Concierge', nth: 1 }, call: { tool: 'get_time' } }))
    for (const view of drawingViews(baton)) {
      if (typeof view.by === 'string') await canvas.region.focus()
      await expectWay(page, view)
    }

    await test.step('Tab on the canvas: nodes as one reads, then edges, then what stands beside them; and back', async () => {
      await canvas.region.focus()
      const heard: string[] = []
      const zoom = canvas.region.getByRole('button', { name: 'Zoom out' })
      const held = canvas.region.locator(':focus')
      // More presses than there is to come by.
      for (
        let pressed = 0;
        pressed < 40 && !(await zoom.evaluate((one) => one === document.activeElement));
        pressed += 1
      ) {
        await page.keyboard.press('Tab')
        heard.push((await held.getAttribute('aria-label')) ?? '')
      }
      expect(heard).toEqual(ON_THE_CANVAS)
      for (const name of [...heard.slice(0, -1)].reverse()) {
        await page.keyboard.press('Shift+Tab')
        await expect(held).toHaveAttribute('aria-label', name)
      }
      await expect(canvas.region).toHaveCSS('outline-style', 'none')
      await page.keyboard.press('Shift+Tab')
      await expect(canvas.region).toBeFocused()
      await expect(canvas.region).toHaveCSS('outline-style', 'solid')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(inspector.text('Name')).toHaveValue('Start')
      await page.keyboard.press('Escape')
    })

    await test.step('sections of the settings', async () => {
      for (const tab of ['Connections', 'Secrets', 'Preferences', 'Network', 'About']) {
        await baton.settings.open()
        await baton.settings.tab(tab)
        // What is listed may come while it is walked.
        await expect(async () => {
          const walk = await walkByTab(page, DIALOG)
          expect([tab, walk.missed, backwardSteps(walk)]).toEqual([tab, [], []])
        }).toPass()
        await page.keyboard.press('Escape')
        await expect(baton.settings.dialog).toBeHidden()
      }
    })

    await test.step('what is opened on a node, and in its inspector', async () => {
      const node = page.getByRole('group', { name: 'Supervisor Concierge', exact: true })
      await canvas.select('Concierge')
      const search = page.getByRole('combobox', { name: 'Search nodes and kinds' })
      await expectWay(page, {
        name: 'connect',
        by: 'c',
        shown: canvas.connectList,
        first: search,
        round: DIALOG,
        back: node,
      })
      await expectWay(page, {
        name: 'menu',
        by: 'Shift+F10',
        shown: canvas.menu('Node'),
        first: page.getByRole('menuitem').first(),
        back: node,
      })
      await expectWay(page, { name: 'rename', by: 'F2', shown: canvas.nameEditor, first: null, back: node })
      for (const label of ['What it does', 'Instruction'])
        await expectWay(page, {
          name: `${label}, large`,
          by: inspector.region.getByRole('button', { name: `Enlarge: ${label}` }),
          shown: dialog,
          first: dialog.getByRole('textbox', { name: label, exact: true }),
          round: DIALOG,
        })
      for (const port of ['Dialogs', 'Tools', 'Observers'])
        await expectWay(page, {
          name: `connect ${port}`,
          by: inspector.connect(port),
          shown: dialog,
          first: search,
          round: DIALOG,
        })
      await inspector.text('Name').focus()
      await page.keyboard.press('Escape')
      await expect(node).toBeFocused()
      await pressEnterOn(page, inspector.region.getByRole('button', { name: 'Close the inspector' }))
      await expect(canvas.region).toBeFocused()
    })

    await test.step('the settings of the flow', async () => {
      await pressEnterOn(page, button('Flow menu'))
      await pressEnterOn(page, page.getByRole('menuitem', { name: 'Flow settings' }))
      await expect(inspector.region.getByRole('button', { name: 'Purpose' })).toBeFocused()
      await pressEnterOn(page, inspector.region.getByRole('button', { name: 'Close the inspector' }))
      await expect(canvas.region).toBeFocused()
    })

    await test.step('what the palette opens has the focus, and gives it back to where the palette was asked for', async () => {
      const find = async (words: string): Promise<void> => {
        await page.keyboard.press('Control+k')
        await expect(page.getByRole('textbox', { name: 'Find', exact: true })).toBeFocused()
        await page.keyboard.type(words)
        await page.keyboard.press('Enter')
      }
      const opened = [
        { words: 'settings', first: page.getByRole('tab', { name: 'Connections' }) },
        { words: 'shortcuts', first: dialog.getByRole('button', { name: 'Close' }) },
        { words: 'keep a version', first: dialog.getByRole('textbox') },
        { words: 'find and replace', first: dialog.getByRole('textbox', { name: 'Find', exact: true }) },
        { words: 'flow settings', first: inspector.region.getByRole('button', { name: 'Purpose' }) },
      ]
      for (const { words, first } of opened) {
        await canvas.region.focus()
        await find(words)
        await expect(first).toBeFocused()
        await page.keyboard.press('Escape')
        await expect(canvas.region).toBeFocused()
      }
      await page.keyboard.press('Escape')
      await expect(inspector.region).toBeHidden()
    })

    await test.step('versions', async () => {
      await pressEnterOn(page, button('Flow menu'))
      await pressEnterOn(page, page.getByRole('menuitem', { name: 'Keep a version' }))
      await page.keyboard.type('First')
      await page.keyboard.press('Enter')
      await expect(button('Flow menu')).toBeFocused()
      await expectWay(page, {
        name: 'versions',
        by: button('Flow menu'),
        then: [page.getByRole('menuitem', { name: 'Versions' })],
        shown: page.getByRole('region', { name: 'Versions' }),
        first: page.getByRole('radio', { name: /First/ }),
      })
      await baton.flowMenu('Versions')
      const drawing = page.getByRole('region', { name: 'Drawing of the version' })
      await drawing.focus()
      await page.keyboard.press('Tab')
      await expect(drawing.locator(':focus')).toHaveAttribute('aria-label', 'Start')
      await page.keyboard.press('Shift+Tab')
      await expect(drawing).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(drawing).toBeHidden()
    })

    await chat.say('Hello')
    await expect(chat.saidBy('Concierge')).toBeVisible()
    await test.step('what is done with a message', async () => {
      const said = chat.saidBy('You')
      const edit = said.getByRole('button', { name: 'Edit the message' })
      const text = chat.log.getByRole('textbox', { name: 'Your message' })
      await expectWay(page, { name: 'edit', by: edit, shown: text, first: null })
      await expectWay(page, {
        name: 'calls that would be made again',
        by: edit,
        then: [text],
        shown: dialog,
        first: dialog.getByRole('button', { name: 'Cancel' }),
        round: DIALOG,
        back: text,
      })
      // As on a busy machine: the next key comes before anything that the first one put off.
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
      await pressBeforeLater(page, ['Escape', 'Escape'])
      await expect(dialog).toBeHidden()
      await expect(edit).toBeFocused()
      await expectWay(page, {
        name: 'run again with changes',
        by: said.getByRole('button', { name: 'Run again with changes…' }),
        shown: dialog,
        first: dialog.getByRole('textbox', { name: 'Your message' }),
        round: DIALOG,
      })
    })
    await test.step('the strip for looking back', async () => {
      const back = lookBackOf(page)
      const open = button('Look back')
      await pressEnterOn(page, open)
      await expect(back.slider).toBeFocused()
      await page.keyboard.press('ArrowLeft')
      await expect(back.notices.first()).toBeVisible()
      // Escape leads back to now first.
      await page.keyboard.press('Escape')
      await expect(back.notices).toHaveCount(0)
      await expect(back.slider).toBeFocused()
      const pin = back.strip.getByRole('button', { name: 'Pin this step' })
      const name = dialog.getByRole('textbox', { name: 'Name' })
      await expectWay(page, { name: 'pins', by: pin, shown: dialog, first: name, round: DIALOG })
      await page.keyboard.press('Escape')
      await expect(back.strip).toBeHidden()
      await expect(open).toBeFocused()
    })
    await trace.open()
    await trace.row('reply').first().click()
    await expectWay(page, {
      name: 'what a model was shown',
      by: trace.details.getByRole('button', { name: 'What it was shown' }),
      shown: page.getByRole('region', { name: 'Messages' }),
      first: dialog.getByRole('button', { name: 'Close' }),
      round: DIALOG,
    })
  },
)
