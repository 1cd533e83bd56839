/** Writing into fields as a person does. */
import type { Locator } from '@playwright/test'

/** What is longer than this, in letters, is pasted and not typed. */
const LONG = 300

/** Writes a text in the place of what a field holds: all of that is selected, and typed over key by key. What is long or has several lines is pasted. */
export async function typeOver(field: Locator, text: string): Promise<void> {
  await field.focus()
  await field.press('ControlOrMeta+a')
  const { keyboard } = field.page()
  if (text === '') await keyboard.press('Delete')
  else if (text.length > LONG || text.includes('\n')) await keyboard.insertText(text)
  else await keyboard.type(text)
}
