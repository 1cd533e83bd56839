/** The person's named secrets, sealed in the library. Values go in, but only the core gets them out; flows hold the names. */
import { AppError } from '../../src-shared/errors'
import { inEnglish, message } from '../../src-shared/languages/translate'
import type { Changes } from '../store/changes'
import { write, type LibraryDatabase } from '../store/database'
import type { Secrets } from './secrets'

export type SecretStore = {
  readonly list: () => { name: string }[]
  /** Stores a secret in the place of the one of that name; case counts, since names are those of environment variables too. */
  readonly save: (name: string, value: string) => Promise<void>
  readonly remove: (name: string) => void
  /** The value. Throws `secret-missing` where there is none. */
  readonly get: (name: string) => Promise<string>
}

export type SecretStoreOptions = {
  readonly db: LibraryDatabase
  /** Sealing. */
  readonly secrets: Secrets
  /** Where secrets are looked for that are not stored, by their very names: the command line's environment. */
  readonly env?: NodeJS.ProcessEnv | undefined
  /** Hears the values that come from there. */
  readonly onGiven?: ((value: string) => void) | undefined
  readonly changes?: Changes | undefined
}

/** The secrets in a library. */
export function createSecretStore({ db, secrets, env, onGiven, changes }: SecretStoreOptions): SecretStore {
  const names = db.prepare<[], { name: string }>('SELECT name FROM secrets ORDER BY name')
  const one = db.prepare<[string], string>('SELECT value_sealed FROM secrets WHERE name = ?').pluck()
  const put = db.prepare<[string, string]>('INSERT OR REPLACE INTO secrets (name, value_sealed) VALUES (?, ?)')
  const remove = db.prepare<[string]>('DELETE FROM secrets WHERE name = ?')
  return {
    list: () => names.all(),
    async save(name, value) {
      const sealed = await secrets.seal(value)
      if (sealed === null)
        throw new AppError('bad-input', message('The secret “{name}” has no value. Give one, or remove it.', { name }))
      write(db, () => put.run(name, sealed))
      changes?.publish({ what: 'secrets' })
    },
    remove(name) {
      const { changes: removed } = write(db, () => remove.run(name))
      if (removed === 0) throw new AppError('not-found', message('There is no secret “{name}”.', { name }))
      changes?.publish({ what: 'secrets' })
    },
    async get(name) {
      const sealed = one.get(name)
      if (sealed !== undefined) return secrets.unseal(sealed)
      const given = env !== undefined && Object.hasOwn(env, name) ? env[name] : undefined
      if (given === undefined || given === '') throw secretMissing(name, env !== undefined)
      onGiven?.(given)
      return given
    },
  }
}

function secretMissing(name: string, isCommandLine: boolean): AppError {
  const said = isCommandLine
    ? inEnglish(
        `The secret "${name}" is not stored here. Set the environment variable ${name}, or add the secret in the app, in Settings, Secrets.`,
      )
    : message('The secret "{name}" is not stored here. Add it in Settings, Secrets.', { name })
  return new AppError('secret-missing', said, { secret: name })
}
