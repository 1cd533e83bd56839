/**
 * Whether there is a newer Baton: one request for a small JSON text, `{ "version": "1.2.3", "page": "https://..." }`, and only where the person has switched that on.
 * Nothing of the person goes with it, and nothing is downloaded or installed: the page is for the person to open.
 */
import { z } from 'zod'
import type { NewVersion } from '../../src-shared/rpc/upkeep'
import { startTimeLimit } from '../time-limit'
import { createGuardedFetch } from '../tools/net/guarded-fetch'
import { isOffline, isThisMachine } from '../tools/net/offline'
import { readText } from '../tools/net/read-answer'

const PATIENCE_MS = 20_000
const MOST_BYTES = 100_000
/** Every window asks when it is opened. */
const ASK_AGAIN_MS = 6 * 60 * 60 * 1000

const VERSION = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/
const releaseSchema = z.object({ version: z.string().regex(VERSION), page: z.string().max(2000) })

export type NewVersionsOptions = {
  /** Null: this build names none. */
  readonly address: string | null
  /** What this Baton is. */
  readonly version: string
  /** Whether the person has switched it on, at this moment. */
  readonly isWanted: () => boolean
  readonly now: () => number
}

export type NewVersions = { readonly look: () => Promise<NewVersion> }

export function createNewVersions({ address, version, isWanted, now }: NewVersionsOptions): NewVersions {
  const url = usable(address)
  /** Several windows ask at once, and one after the other. */
  let asked: { at: number; found: Promise<NewVersion> } | null = null
  const say = (state: NewVersion['state'], newer: Pick<NewVersion, 'version' | 'page'> = NONE): NewVersion => ({
    state,
    host: url?.host ?? null,
    ...newer,
  })
  const ask = async (from: URL): Promise<NewVersion> => {
    const newest = await newestAt(from)
    return isNewer(newest.version, version) ? say('newer', newest) : say('newest')
  }
  return {
    async look() {
      if (url === null) return say('no-address')
      if (!isWanted()) return say('off')
      if (isOffline()) return say('offline')
      if (asked === null || now() - asked.at >= ASK_AGAIN_MS) asked = { at: now(), found: ask(url) }
      const { found } = asked
      return found.catch(() => {
        asked = null
        return say('failed')
      })
    },
  }
}

const NONE = { version: null, page: null } as const

/** Nobody between here and there may say what is new. */
function usable(address: string | null): URL | null {
  const url = address === null ? null : URL.parse(address)
  return url !== null && isSafe(url) ? url : null
}

function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname))
}

async function newestAt(address: URL): Promise<{ version: string; page: string }> {
  const guarded = createGuardedFetch({
    purpose: { why: 'new-versions', permit: { by: 'setting' } },
    mayReach: ({ origin }) => (origin === address.origin ? 'anywhere' : 'no'),
  })
  const limit = startTimeLimit(PATIENCE_MS)
  try {
    const response = await guarded.fetch(address, { headers: { accept: 'application/json' }, signal: limit.signal })
    if (response.status !== 200) throw new Error('there is no list of releases')
    const release = releaseSchema.parse(JSON.parse(await readText(response, MOST_BYTES)))
    const page = URL.parse(release.page)
    if (page === null || !isSafe(page)) throw new Error('the page is no web page')
    return { version: release.version, page: page.href }
  } finally {
    limit.end()
    await guarded.close()
  }
}

function isNewer(one: string, other: string): boolean {
  const [ours, theirs] = [partsOf(other), partsOf(one)]
  const at = theirs.findIndex((part, index) => part !== ours[index])
  return ours.length > 0 && at >= 0 && (theirs[at] ?? 0) > (ours[at] ?? 0)
}

function partsOf(version: string): number[] {
  const [, ...parts] = VERSION.exec(version.split('-')[0] ?? '') ?? []
  return parts.map(Number)
}
