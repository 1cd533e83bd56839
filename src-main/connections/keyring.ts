/** The person's connections and secrets, wired so that whatever goes in or comes out of them is known to one redactor. */
import type { Platform } from '../platform/platform'
import type { Redactor } from '../redaction/redactor'
import type { Changes } from '../store/changes'
import type { LibraryDatabase } from '../store/database'
import { createConnections, type Connections } from './connections'
import { createConnectionTrials, type ConnectionTrials } from './connection-trials'
import { createKnownSecrets } from './known-secrets'
import { createSecretStore, type SecretStore } from './secret-store'
import { createSecrets } from './secrets'

export type Keyring = {
  readonly connections: Connections
  readonly trials: ConnectionTrials
  readonly secrets: SecretStore
  /** Knows every key and secret that can be opened here. */
  readonly redactor: () => Promise<Redactor>
  /** A flow that may run names these secrets. */
  readonly expect: (names: readonly string[]) => void
}

export type KeyringOptions = {
  db: LibraryDatabase
  changes: Changes
  platform: Platform
  /** Where secrets are on the command line that are not stored. */
  env: NodeJS.ProcessEnv | undefined
  /** Keys that the command line was given. */
  given: readonly (string | undefined)[]
}

export function createKeyring({ db, changes, platform, env, given }: KeyringOptions): Keyring {
  const known = createKnownSecrets()
  given.forEach(known.learn)
  const sealing = known.learning(createSecrets(platform))
  const fromOutside = { env: platform.host === 'cli' ? env : undefined, onGiven: known.learn }
  const secrets = createSecretStore({ db, changes, secrets: sealing, ...fromOutside })
  const connections = createConnections({ db, changes, secrets: sealing })
  const trials = createConnectionTrials({ db, connections, secret: secrets.get })
  return {
    connections,
    trials,
    secrets,
    redactor: () => known.redactor({ connections, secrets }),
    expect: known.expect,
  }
}
