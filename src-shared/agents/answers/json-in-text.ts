/** Finds the JSON object in a model's answer, which may stand in a code fence or amid prose. */
import { z } from 'zod'
import type { JsonObject } from '../../flow/records'

/** How many opening braces are tried before an answer counts as prose. */
const MAX_TRIES = 20

const objectSchema = z.record(z.string(), z.json())

/** The first JSON object in a text, or null. */
export function jsonObjectIn(text: string): JsonObject | null {
  const whole = parseObject(text.trim())
  if (whole !== null) return whole
  let start = text.indexOf('{')
  for (let tries = 0; start >= 0 && tries < MAX_TRIES; tries += 1) {
    const end = endOfObject(text, start)
    const found = end === null ? null : parseObject(text.slice(start, end))
    if (found !== null) return found
    start = text.indexOf('{', start + 1)
  }
  return null
}

function parseObject(text: string): JsonObject | null {
  if (!text.startsWith('{')) return null
  try {
    const parsed = objectSchema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** The index after the brace that closes the one at `start`, braces in JSON texts not counted; null when none does. */
function endOfObject(text: string, start: number): number | null {
  let depth = 0
  let isInText = false
  for (let index = start; index < text.length; index += 1) {
    const character = text.charAt(index)
    if (isInText) {
      if (character === '\\') index += 1
      else if (character === '"') isInText = false
    } else if (character === '"') isInText = true
    else if (character === '{') depth += 1
    else if (character === '}') {
      depth -= 1
      if (depth === 0) return index + 1
    }
  }
  return null
}
