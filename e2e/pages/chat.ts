/** The chat beside the canvas: saying something, and reading what was said as lines of text. */
import type { Locator, Page } from '@playwright/test'

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
    send: region.getByRole('button', { name: 'Send', exact: true }),
    stop: region.getByRole('button', { name: 'Stop', exact: true }),
    begin: region.getByRole('button', { name: 'Let it begin' }),
    alert: log.getByRole('alert'),
    retry: log.getByRole('button', { name: 'Retry' }),
    goOn: log.getByRole('button', { name: 'Continue' }),
    newThread: region.getByRole('button', { name: 'New thread' }),
    saidBy: (name: string): Locator => log.getByRole('article', { name, exact: true }),
    tool: (name: string): Locator => log.getByRole('button', { name }),
    /** The line under which a nested chat is folded, and one of its chats, from 1. */
    nested: (name: RegExp): Locator => log.getByRole('button', { name, expanded: false }),
    nestedChat: (place: number): Locator => log.getByRole('group', { name: new RegExp(`^Chat ${place}`) }),
    /** Who answers next, where the person says so. */
    next: region.getByRole('radiogroup', { name: 'Who answers next' }),
    goOnWithout: region.getByRole('button', { name: 'Go on', exact: true }),
    async say(text: string): Promise<void> {
      await composer.fill(text)
      await composer.press('Enter')
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

/** Runs in the page. */
function readLines(elements: readonly Element[]): string[] {
  return elements.flatMap((element): string[] => {
    const label = element.getAttribute('aria-label') ?? ''
    const text = (selector: string): string => (element.querySelector(selector)?.textContent ?? '').trim()
    switch (element.getAttribute('data-kind')) {
      case 'message': {
        const words = text('.bt-bubble') || text('.bt-md')
        return [`${label}: ${words}${element.getAttribute('aria-busy') === 'true' ? '…' : ''}`]
      }
      case 'handoff':
        return [`-- ${label}`]
      case 'nested':
        return [`>> ${label}`]
      case 'tool':
        return [`[${text('.bt-tool-name')}]`]
      case 'error':
      case 'note':
      case 'stopped':
        return [`! ${text('.bt-card-title') || (element.textContent ?? '').trim()}`]
      default:
        return []
    }
  })
}
