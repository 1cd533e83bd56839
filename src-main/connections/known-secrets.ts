/** Every key and secret that this person has here, as far as it can be opened: for taking them out of what comes back from outside. */
import { createRedactor, type Redactor } from '../redaction/redactor'
import type { Connections } from './connections'
import type { SecretStore } from './secret-store'
import type { Secrets } from './secrets'

export type KnownSecrets = {
  /** What was learned so far. */
  readonly soFar: Redactor
  /** Secrets whose values are learned whenever they go in or out. */
  readonly learning: (secrets: Secrets) => Secrets
  readonly learn: (value: string | null | undefined) => void
  /** A flow that may run names these; their values are learned before anything else is. */
  readonly expect: (names: readonly string[]) => void
  /** Knows what is stored, also what nobody has used yet. Never rejects. */
  readonly redactor: (stored: StoredSecrets) => Promise<Redactor>
}

export type StoredSecrets = { connections: Connections; secrets: SecretStore }

export function createKnownSecrets(): KnownSecrets {
  const redactor = createRedactor()
  let opened: Promise<unknown> | null = null
  const expected = new Set<string>()
  const openExpected = async (secrets: SecretStore) => {
    const names = [...expected]
    expected.clear()
    // Asked for is learned; what is missing is told by whoever needs it.
    await Promise.allSettled(names.map((name) => secrets.get(name)))
  }
  return {
    soFar: redactor,
    learning: ({ seal, unseal }) => ({
      async seal(secret) {
        redactor.learn(secret)
        return seal(secret)
      },
      async unseal(sealed) {
        const secret = await unseal(sealed)
        redactor.learn(secret)
        return secret
      },
    }),
    learn: (value) => void (typeof value === 'string' && redactor.learn(value)),
    expect: (names) => names.forEach((name) => expected.add(name)),
    async redactor(stored) {
      opened ??= openAll(stored)
      if (expected.size > 0) opened = Promise.all([opened, openExpected(stored.secrets)])
      await opened
      return redactor
    },
  }
}

/** Opening is learning. What cannot be opened here cannot be sent from here either. */
function openAll({ connections, secrets }: StoredSecrets): Promise<unknown> {
  return Promise.allSettled([
    ...connections.list().map(async ({ name, hasKey }) => (hasKey ? connections.get(name) : null)),
    ...secrets.list().map(({ name }) => secrets.get(name)),
  ])
}
