/** The whole window: its parts, and what the top bar does. */
import type { Page } from '@playwright/test'
import { openFlow } from '../../src-shared/flow/editing/open'
import type { Flow } from '../../src-shared/flow/records'
import { canvasOf } from './canvas'
import { chatOf } from './chat'
import { consentOf } from './consent'
import { inspectorOf } from './inspector'
import { libraryOf } from './library'
import { outlineOf } from './outline'
import { poolOf } from './pool'
import { settingsOf } from './settings'
import { browserParts, type SystemParts } from './system'
import { traceOf } from './trace'
import { typeOver } from './typing'

export type Baton = ReturnType<typeof batonOf>

export function batonOf(page: Page, system: SystemParts = browserParts(page)) {
  const library = libraryOf(page)
  const canvas = canvasOf(page)
  const flowMenu = async (item: string): Promise<void> => {
    await page.getByRole('button', { name: 'Flow menu' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const downloaded = async (ask: () => Promise<void>): Promise<string> => (await system.download(ask)).text
  const exportByKey = (): Promise<string> => downloaded(() => page.keyboard.press('Control+Shift+E'))
  /** By the key where it is free, in a fifth of the time that the menu takes; whoever has the focus elsewhere may have keys of their own. */
  const exportText = async (): Promise<string> => {
    const isFree = await page.evaluate(() => {
      const { activeElement } = document
      const isDialogOpen = document.querySelector('[aria-modal="true"], [role="menu"], [role="listbox"]') !== null
      const isWriting = activeElement?.matches('input, textarea, [contenteditable="true"]') === true
      const isAtDrawing = activeElement === document.body || activeElement?.closest('[data-canvas]') != null
      return !isDialogOpen && !isWriting && isAtDrawing
    })
    return isFree ? exportByKey() : downloaded(() => flowMenu('Export JSON'))
  }
  return {
    page,
    library,
    canvas,
    flowMenu,
    exportText,
    /** The same by its shortcut, which inputs keep to themselves. */
    exportByKey,
    downloaded,
    download: system.download,
    clipboardText: system.clipboardText,
    chat: chatOf(page),
    consent: consentOf(page),
    inspector: inspectorOf(page),
    outline: outlineOf(page),
    pool: poolOf(page),
    settings: settingsOf(page),
    trace: traceOf(page),
    flowName: page.getByRole('textbox', { name: 'Flow name' }),
    saveState: page.getByRole('status', { name: 'Save state' }),
    undo: page.getByRole('button', { name: 'Undo', exact: true }),
    redo: page.getByRole('button', { name: 'Redo', exact: true }),
    check: page.getByRole('button', { name: /^Check/ }),
    model: page.getByRole('button', { name: /^Model: / }),
    problems: page.getByRole('tabpanel', { name: 'Problems' }).getByRole('list', { name: 'Problems' }),
    /** Goes to the list of flows from anywhere. */
    async toLibrary(): Promise<void> {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Flows' }).click()
      await library.newFlow.waitFor()
    },
    /** Makes a new flow in the list and waits until it can be drawn on. */
    async newFlow(name?: string): Promise<void> {
      await library.newFlow.click()
      await canvas.nodes.first().waitFor()
      if (name === undefined) return
      await typeOver(page.getByRole('textbox', { name: 'Flow name' }), name)
      await page.keyboard.press('Enter')
    },
    /** Imports a flow in the list and waits until it is drawn. */
    async importFlow(text: string, name = 'flow.flow.json'): Promise<void> {
      await library.import(name, text)
      await canvas.nodes.first().waitFor()
    },
    /** The flow as Export JSON hands it out; fails where that is no flow. */
    async exportFlow(): Promise<Flow> {
      const opened = openFlow(await exportText())
      if (!opened.ok) throw new Error(opened.error.message)
      return opened.flow
    },
    /** Chooses what the flow runs on, by what is shown: the name of a connection or a model, or `Rehearsal`. */
    async runsOn(model: string, scope: 'For the flow' | 'For this thread' = 'For the flow'): Promise<void> {
      await page.getByRole('button', { name: /^Model: / }).click()
      await page.getByText(scope, { exact: true }).click()
      await page.getByRole('listbox', { name: 'Models' }).getByRole('option').filter({ hasText: model }).first().click()
    },
  }
}
