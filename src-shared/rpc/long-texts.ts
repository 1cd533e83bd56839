/**
 * Long texts of a frame pass behind it as they are: to put an API document of 13 MB into quotes, and to take it out again, takes longer than to read it.
 * Such a frame is a line of JSON, `{ "long": [{ "in": "input", "key": "text", "length": 13001740 }], "frame": { ... } }`, then the texts, one after another.
 */
import { z } from 'zod'

/** In UTF-16 units, as all lengths here. */
const LONG = 100_000

/** What of a frame may hold them, each by its own keys: what a call asks, and what answers. */
const HOLDERS = ['input', 'value', 'item'] as const

const headSchema = z.object({
  long: z.array(z.object({ in: z.enum(HOLDERS), key: z.string(), length: z.number().int().nonnegative() })),
  frame: z.record(z.string(), z.unknown()),
})

type LongText = z.infer<typeof headSchema>['long'][number]

/** The text of a frame with long texts behind it; null: it has none. */
export function withLongTexts(frame: object): string | null {
  const long: LongText[] = []
  const texts: string[] = []
  const head: Record<string, unknown> = { ...frame }
  for (const holder of HOLDERS) {
    const held = head[holder]
    if (!isRecord(held)) continue
    for (const [key, text] of Object.entries(held)) {
      // Half a character, which JSON writes as an escape, would not arrive.
      if (typeof text !== 'string' || text.length < LONG || !text.isWellFormed()) continue
      long.push({ in: holder, key, length: text.length })
      texts.push(text)
      head[holder] = { ...(isRecord(head[holder]) ? head[holder] : {}), [key]: '' }
    }
  }
  return long.length === 0 ? null : `${JSON.stringify({ long, frame: head })}\n${texts.join('')}`
}

/** The frame in such a text; undefined where lengths and texts do not fit. */
export function frameWithLongTexts(head: unknown, texts: string): unknown {
  const parsed = headSchema.safeParse(head)
  if (!parsed.success) return undefined
  const frame: Record<string, unknown> = { ...parsed.data.frame }
  let at = 0
  for (const { in: holder, key, length } of parsed.data.long) {
    const held = frame[holder]
    if (!isRecord(held) || held[key] !== '' || !Object.hasOwn(held, key)) return undefined
    frame[holder] = { ...held, [key]: texts.slice(at, at + length) }
    at += length
  }
  return at === texts.length ? frame : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
