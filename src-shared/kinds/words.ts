/** Small wordings that several kinds use in their summaries and checks. */
import { missingSlots } from '../agents/template'
import type { KindProblem } from './kind'

/** `2 tools`, `1 tool`, or nothing for none. */
export function counted(count: number, noun: string): string {
  if (count === 0) return ''
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}

/** The first line of a text, cut to `length` characters. */
export function firstLine(text: string, length = 90): string {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return line.length > length ? `${line.slice(0, length - 1)}…` : line
}

/** What to say of a prompt that lost slots which it must have; an empty one means the built-in prompt and has them all. */
export function lostSlots(field: string, prompt: string, required: readonly string[]): KindProblem[] {
  const lost = prompt.trim() === '' ? [] : missingSlots(prompt, required).map((slot) => `{${slot}}`)
  if (lost.length === 0) return []
  const message = `The prompt lost ${lost.join(' and ')}. Put ${lost.length === 1 ? 'it' : 'them'} back, or empty the field for the built-in prompt.`
  return [{ severity: 'error', code: 'lost-slot', field, message }]
}
