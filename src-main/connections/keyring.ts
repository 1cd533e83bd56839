/** The person's connections and secrets, wired so that whatever goes in or comes out of them is known to one redactor. */
import path from 'node:path'
import type { Platform } from '../platform/platform'
import type { Redactor } from '../redaction/redactor'
import type { Changes } from '../store/changes'
import type { LibraryDatabase } from '../store/database'
import { createConnections, type Connections } from './connections'
import { createConnectionTrials, type ConnectionTrials } from './connection-trials'
import { createKnownSecrets } from './known-secrets'
import { createModelFacts, type ModelFacts } from './model-facts'
import { openOwnTable } from './own-table'
import { createSecretStore, type SecretStore } from './secret-store'
import { createSecrets } from './secrets'

export type Keyring = {
  readonly connections: Connections
  /** What is known of models without asking. */
  readonly facts: ModelFacts
  readonly trials: ConnectionTrials
  readonly secrets: SecretStore
  /** Knows every key and secret that can be opened here. */
  readonly redactor: () => Promise<Redactor>
  /** Knows every one that was opened so far. */
  readonly known: Redactor
  /** A flow that may run names these secrets. */
  readonly expect: (names: readonly string[]) => void
}

export type KeyringOptions = {
  db: LibraryDatabase
  changes: Changes
  platform: Platform
  /** Where the person's own table of models is, if there is one. */
  dataDir: string
  /** Where secrets are on the command line that are not stored. */
  env: NodeJS.ProcessEnv | undefined
  /** Keys that the command line was given. */
  given: readonly (string | undefined)[]
}

export function createKeyring({ db, changes, platform, dataDir, env, given }: KeyringOptions): Keyring {
  const known = createKnownSecrets()
  given.forEach(known.learn)
  const sealing = known.learning(createSecrets(platform))
  const fromOutside = { env: platform.host === 'cli' ? env : undefined, onGiven: known.learn }
  const secrets = createSecretStore({ db, changes, secrets: sealing, ...fromOutside })
  const connections = createConnections({ db, changes, secrets: sealing })
  const facts = createModelFacts(db, { own: openOwnTable(path.join(dataDir, 'models.json')) })
  const trials = createConnectionTrials({ db, connections, secret: secrets.get, facts })
  return {
    connections,
    facts,
    trials,
    secrets,
    redactor: () => known.redactor({ connections, secrets }),
    known: known.soFar,
    expect: known.expect,
  }
}
