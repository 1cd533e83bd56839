/** What the person prefers, one row for each preference; those of newer versions are kept. */
import { z } from 'zod'
import { AppError } from '../../src-shared/errors'
import { issueSentence, issuesOf } from '../../src-shared/flow/issues'
import { ENGLISH, inARow, message } from '../../src-shared/languages/translate'
import type { JsonObject } from '../../src-shared/flow/records'
import { preferencesSchema } from '../../src-shared/rpc/contract'
import type { Preferences } from '../../src-shared/rpc/contract'
import type { Changes } from './changes'
import { write } from './database'
import type { LibraryDatabase } from './database'

export type PreferenceStore = {
  readonly read: () => Preferences
  /** Lays a patch over the preferences; throws `bad-input` for values that they cannot have. */
  readonly change: (patch: JsonObject) => Preferences
}

const jsonSchema = z.json()

/** Bounds of what is kept, known or not. */
const MOST_PREFERENCES = 200
const LONGEST_KEY = 64
const LONGEST_VALUE = 100_000

/** The preferences in a library. */
export function createPreferences(db: LibraryDatabase, changes?: Changes): PreferenceStore {
  const all = db.prepare<[], { key: string; json: string }>('SELECT key, json FROM preferences')
  const put = db.prepare<[string, string]>('INSERT OR REPLACE INTO preferences (key, json) VALUES (?, ?)')
  const stored = (): JsonObject =>
    Object.fromEntries(all.all().map(({ key, json }) => [key, jsonSchema.parse(JSON.parse(json))]))
  /** A stored value that this version cannot take counts as not set, so that it is never locked out. */
  const read = (): Preferences => {
    const values = stored()
    const parsed = preferencesSchema.safeParse(values)
    if (parsed.success) return parsed.data
    const bad = new Set(parsed.error.issues.map(({ path }) => String(path[0])))
    return preferencesSchema.parse(Object.fromEntries(Object.entries(values).filter(([key]) => !bad.has(key))))
  }
  return {
    read,
    change(patch) {
      const changed = write(db, () => {
        const parsed = preferencesSchema.safeParse({ ...read(), ...patch })
        if (!parsed.success) throw badPreference(parsed.error)
        const texts = Object.entries(patch).map(([key, value]) => [key, JSON.stringify(value)] as const)
        refuseTooMuch(texts, Object.keys(parsed.data).length)
        for (const [key, text] of texts) put.run(key, text)
        return read()
      })
      changes?.publish({ what: 'preferences' })
      return changed
    },
  }
}

function refuseTooMuch(texts: readonly (readonly [key: string, text: string])[], count: number): void {
  const large = texts.find(([key, text]) => key.length > LONGEST_KEY || text.length > LONGEST_VALUE)
  const name = large?.[0].slice(0, LONGEST_KEY)
  if (name !== undefined)
    throw new AppError('bad-input', message('The preference “{name}” is too large to be kept.', { name }))
  if (count > MOST_PREFERENCES)
    throw new AppError(
      'bad-input',
      message('There are more than {most} preferences. Nothing was changed.', { most: MOST_PREFERENCES }),
    )
}

function badPreference(error: z.ZodError): AppError {
  const issues = issuesOf(error, []).map(issueSentence)
  return new AppError(
    'bad-input',
    message('These preferences cannot be kept: {reason}.', { reason: inARow(issues, '; ') }),
    { issues: issues.map((issue) => ENGLISH.message(issue)) },
  )
}
