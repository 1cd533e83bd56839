/** What was put together for people, as it reads in English: tests compare words, wherever in a value they stand. */
import { ENGLISH, type Message } from '../languages/translate'

/** The value with each message in it as its English text. */
export function inEnglish(value: unknown): unknown {
  if (isMessage(value)) return ENGLISH.message(value)
  if (Array.isArray(value)) return value.map(inEnglish)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inEnglish(one)]))
}

function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'text' in value && 'values' in value
}
