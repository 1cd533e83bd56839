/** The chat beside the canvas: saying something, and reading what was said as lines of text. */
import type { Locator, Page } from '@playwright/test'
import { typeOver } from './typing'

export type Chat = ReturnType<typeof chatOf>

export function chatOf(page: Page) {
  const region = page.getByRole('region', { name: 'Chat' })
  const log = region.getByRole('log', { name: 'Conversation' })
  const composer = region.getByRole('textbox', { name: 'Say something' })
  const openThreads = async (): Promise<void> => region.getByRole('button', { name: 'Threads', exact: true }).click()
  return {
    region,
    log,
    composer,
    openThreads,
    attach: attachOf(page, region),
    send: region.getByRole('button', { name: 'Send', exact: true }),
    stop: region.getByRole('button', { name: 'Stop', exact: true }),
    begin: region.getByRole('button', { name: 'Let the agent start' }),
    alert: log.getByRole('alert'),
    retry: log.getByRole('button', { name: 'Retry' }),
    goOn: log.getByRole('button', { name: 'Continue' }),
    newThread: region.getByRole('button', { name: 'New thread', exact: true }),
    saidBy: (name: string): Locator => log.getByRole('article', { name, exact: true }),
    tool: (name: string): Locator => log.getByRole('button', { name }),
    /** The line under which a nested chat is folded, and one of its chats, from 1. */
    nested: (name: RegExp): Locator => log.getByRole('button', { name, expanded: false }),
    nestedChat: (place: number): Locator => log.getByRole('group', { name: new RegExp(`^Chat ${place}`) }),
    /** Who answers next, where the person says so. */
    next: region.getByRole('radiogroup', { name: 'Who answers next' }),
    goOnWithout: region.getByRole('button', { name: 'Go on', exact: true }),
    async say(text: string): Promise<void> {
      await typeOver(composer, text)
      await composer.press('Enter')
    },
    /** Edits what was said and runs its turn again, in a thread of its own. */
    async edit(message: string, text: string): Promise<void> {
      const said = log.getByRole('article', { name: 'You', exact: true }).filter({ hasText: message })
      await said.hover()
      await said.getByRole('button', { name: 'Edit the message' }).click()
      await log.getByRole('textbox', { name: 'Your message' }).press('Control+A')
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    },
    /**
     * The conversation, line by line: `You: Hi`, `Host: Hello`, `[get_time]` for a tool, `-- A → B` for a hand-off, `>> A → B`
     * for a nested chat (what is unfolded of it follows), `! ...` for a card. Growing messages end in an ellipsis.
     */
    lines: (): Promise<string[]> => log.locator('[data-kind]').evaluateAll(readLines),
    async openThread(title: string): Promise<void> {
      await openThreads()
      await page.getByRole('menuitemradio', { name: title }).click()
    },
  }
}

/** What goes with the message that is being written, and with those that were sent. */
function attachOf(page: Page, region: Locator) {
  const button = region.getByRole('button', { name: 'Attach', exact: true })
  const panel = page.getByRole('dialog', { name: 'Attach', exact: true })
  const own = region.getByRole('group', { name: 'Attachments of your message' })
  const openPanel = async (): Promise<void> => {
    await button.click()
    await panel.waitFor()
  }
  return {
    button,
    panel,
    open: openPanel,
    search: panel.getByRole('textbox', { name: 'Search resources' }),
    resource: (name: string): Locator => panel.getByRole('button', { name, exact: true }),
    async addFiles(files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
      const chooser = page.waitForEvent('filechooser')
      await openPanel()
      await panel.getByRole('button', { name: /^File/ }).click()
      await (await chooser).setFiles(files)
      await own.getByText(files.at(-1)?.name ?? '').waitFor()
    },
    /** Names of what goes with the message that is being written. */
    chosen: (): Promise<string[]> => own.locator('[data-part="attachment"]').allInnerTexts(),
    remove: (name: string): Promise<void> => own.getByRole('button', { name: `Remove ${name}` }).click(),
    /** Names of what went with the messages in sight. */
    sent: (): Promise<string[]> => region.locator('[data-part="sent"] [data-part="attachment"]').allInnerTexts(),
  }
}

/** Runs in the page. */
function readLines(elements: readonly Element[]): string[] {
  return elements.flatMap((element): string[] => {
    const label = element.getAttribute('aria-label') ?? ''
    const text = (selector: string): string => (element.querySelector(selector)?.textContent ?? '').trim()
    switch (element.getAttribute('data-kind')) {
      case 'message': {
        const words = text('[data-part="words"]')
        return [`${label}: ${words}${element.getAttribute('aria-busy') === 'true' ? '…' : ''}`]
      }
      case 'handoff':
        return [`-- ${label}`]
      case 'nested':
        return [`>> ${label}`]
      case 'tool':
        return [`[${text('[data-part="name"]')}]`]
      case 'error':
      case 'note':
      case 'stopped':
        return [`! ${text('[data-part="title"]') || (element.textContent ?? '').trim()}`]
      default:
        return []
    }
  })
}
