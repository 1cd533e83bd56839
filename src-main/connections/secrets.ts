/** Secrets as they lie in the library: sealed by the host's platform, never in plain text. */
import type { Platform } from '../platform/platform'

export type Secrets = {
  /** The sealed form of a secret; null for an empty one. */
  readonly seal: (secret: string) => Promise<string | null>
  /** The secret; empty for none. Rejects with `unavailable` when another host or machine sealed it. */
  readonly unseal: (sealed: string | null) => Promise<string>
}

/** Sealing with a platform's own means. */
export function createSecrets(platform: Pick<Platform, 'encryptSecret' | 'decryptSecret'>): Secrets {
  return {
    seal: async (secret) => (secret === '' ? null : platform.encryptSecret(secret)),
    unseal: async (sealed) => (sealed === null ? '' : platform.decryptSecret(sealed)),
  }
}
