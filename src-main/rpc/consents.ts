/** The handlers of `consents.*`. */
import { AppError } from '../../src-shared/errors'
import { programNeeded } from '../../src-shared/kinds/needs'
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import type { Consents } from '../consent/consents'
import type { KeyedItem } from '../consent/keys'
import type { Refusals } from '../consent/refusals'
import type { Library } from '../flows/library'
import type { Programs } from '../platform/programs'

type Services = {
  readonly library: Library
  readonly consents: Consents
  /** What the flow of a text would use, with the flows that it names, and what its tools that nobody uses would need by hand. */
  readonly named: {
    readonly inSlices: (flowText: string) => Promise<readonly KeyedItem[]>
    readonly byHand: (flowText: string) => Promise<readonly KeyedItem[]>
  }
  /** What threads with another drawing were refused. */
  readonly refusals: Pick<Refusals, 'of'>
  /** Where programs are, which are looked for and not run. */
  readonly programs: Programs
}

export function consentHandlers({ library, consents, named, refusals, programs }: Services) {
  /** What the flow would use, and what was allowed by hand, which is all that there is to take back of that. */
  const itemsOf = async (flowId: string) => {
    const { text } = library.read(flowId)
    const allowed = consents.of(flowId)
    const byHand = allowed.size === 0 ? [] : await named.byHand(text)
    return [...(await named.inSlices(text)), ...byHand.filter(({ hash }) => allowed.has(hash))]
  }
  /** With what was refused last. */
  const wantedOf = async (flowId: string) => {
    const items = await itemsOf(flowId)
    const known = new Set(items.map(({ hash }) => hash))
    return [...items, ...refusals.of(flowId).filter(({ hash }) => !known.has(hash))]
  }
  return {
    'consents.read': async ({ flowId, refused }) => {
      const items = await (refused ? wantedOf(flowId) : itemsOf(flowId))
      const allowed = consents.of(flowId)
      return Promise.all(
        items.map(async (item) => ({
          ...item,
          allowed: allowed.has(item.hash),
          ...(await programOf(item, programs)),
        })),
      )
    },
    'consents.allow': async ({ flowId, hashes }) => {
      const items = await wantedOf(flowId)
      const chosen = hashes.map((hash) => items.find((item) => item.hash === hash))
      const known = chosen.filter((item) => item !== undefined)
      if (known.length < hashes.length)
        throw new AppError('not-found', 'The flow changed meanwhile. Look at what it wants to use now, and allow that.')
      consents.allow(flowId, known)
      return {}
    },
    'consents.revoke': async ({ flowId, hashes }) => {
      consents.revoke(flowId, hashes)
      return {}
    },
  } satisfies AreaHandlers<BatonContract, 'consents'>
}

/** What a command starts, as the person is shown it. */
async function programOf(
  item: KeyedItem,
  programs: Programs,
): Promise<{ program?: { name: string; file: string | null } }> {
  const name = programNeeded(item)
  if (name === null) return {}
  const { file } = await programs.locate(name)
  return { program: { name, file } }
}
