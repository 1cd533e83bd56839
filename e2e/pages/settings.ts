/** The settings of the person: connections, secrets, preferences, about. */
import type { Page } from '@playwright/test'
import { askCore } from './ask-core'
import { typeOver } from './typing'

export type ConnectionFields = { name?: string; baseUrl?: string; key?: string; model?: string }

export type Settings = ReturnType<typeof settingsOf>

export function settingsOf(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  const text = (label: string) => dialog.getByRole('textbox', { name: label, exact: true })
  const close = async (): Promise<void> => {
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  const write = async (fields: ConnectionFields): Promise<void> => {
    if (fields.name !== undefined) await typeOver(text('Name'), fields.name)
    if (fields.baseUrl !== undefined) await typeOver(text('Base URL'), fields.baseUrl)
    if (fields.model !== undefined)
      await typeOver(dialog.getByRole('combobox', { name: 'Model', exact: true }), fields.model)
    if (fields.key !== undefined) await typeOver(text('Key'), fields.key)
  }
  const open = async (): Promise<void> => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Settings' }).click()
    await dialog.waitFor()
  }
  const save = async (): Promise<void> => {
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('button', { name: 'Add connection' }).waitFor()
  }
  /** A new connection to a server that no preset is for. */
  const add = async (): Promise<void> => {
    await dialog.getByRole('button', { name: 'Add connection' }).click()
    await dialog.getByRole('button', { name: 'Another server' }).click()
  }
  /** Opens the settings, saves a new connection and closes them. */
  const addConnection = async (fields: ConnectionFields): Promise<void> => {
    await open()
    await add()
    await write(fields)
    await save()
    await close()
  }
  return {
    dialog,
    open,
    close,
    write,
    save,
    connection: (name: string) =>
      dialog.getByRole('list', { name: 'Connections' }).getByRole('listitem').filter({ hasText: name }),
    tab: async (name: string): Promise<void> => dialog.getByRole('tab', { name }).click(),
    add,
    /** The choice of a server, where a new connection begins. */
    server: (label: string) => dialog.getByRole('button', { name: label }),
    secret: (name: string) =>
      dialog.getByRole('list', { name: 'Secrets' }).getByRole('listitem').filter({ hasText: name }),
    /** In the open tab of secrets: writes the form and saves it. */
    async saveSecret({ name, value }: { name?: string; value: string }): Promise<void> {
      if (name !== undefined) await typeOver(text('Name'), name)
      await typeOver(text('Value'), value)
      await dialog.getByRole('button', { name: 'Save' }).click()
    },
    addConnection,
    /** A connection that is there when the test begins; tests that are about settings add theirs. */
    async haveConnection(fields: ConnectionFields & { name: string }): Promise<void> {
      if (!(await askCore(page, 'connections.save', fields))) await addConnection(fields)
    },
  }
}
