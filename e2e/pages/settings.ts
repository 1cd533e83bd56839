/** The settings of the person: connections, secrets, preferences, about. */
import type { Page } from '@playwright/test'
import { askCore } from './ask-core'

export type ConnectionFields = { name?: string; baseUrl?: string; key?: string; model?: string }

export type Settings = ReturnType<typeof settingsOf>

export function settingsOf(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  const text = (label: string) => dialog.getByRole('textbox', { name: label, exact: true })
  const close = async (): Promise<void> => {
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  const fill = async (fields: ConnectionFields): Promise<void> => {
    if (fields.name !== undefined) await text('Name').fill(fields.name)
    if (fields.baseUrl !== undefined) await text('Base URL').fill(fields.baseUrl)
    if (fields.model !== undefined)
      await dialog.getByRole('combobox', { name: 'Model', exact: true }).fill(fields.model)
    if (fields.key !== undefined) await text('Key').fill(fields.key)
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
    await fill(fields)
    await save()
    await close()
  }
  return {
    dialog,
    open,
    close,
    fill,
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
      if (name !== undefined) await text('Name').fill(name)
      await text('Value').fill(value)
      await dialog.getByRole('button', { name: 'Save' }).click()
    },
    addConnection,
    /** A connection that is there when the test begins; tests that are about settings add theirs. */
    async haveConnection(fields: ConnectionFields & { name: string }): Promise<void> {
      if (!(await askCore(page, 'connections.save', fields))) await addConnection(fields)
    },
  }
}
