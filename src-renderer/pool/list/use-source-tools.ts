/** What the sources of a node were heard to offer: read from the core without touching any of them, until a person connects them. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { saidOf, toAppError } from '../../../src-shared/errors'
import type { Listings } from '../../../src-shared/flow/graph'
import type { OutputOf } from '../../../src-shared/rpc/define'
import type { BatonContract } from '../../../src-shared/rpc/contract'
import type { SourceState } from '../../../src-shared/rpc/tools'
import { useConsentStore } from '../../consent/consent-context'
import { declinedVerb } from '../../consent/consent-store'
import { useEditor, useFlow, type Editor } from '../../editor/editor-context'
import { runIdOf } from '../../editor/levels'
import { useServices } from '../../ui/services'
import { useEnd } from '../../ui/use-end'
import { type Message } from '../../../src-shared/languages/translate'

export type SourceTools = {
  listings: Listings
  stateOf: (source: string) => SourceState | null
  /** The source that is being connected; null: none is. */
  connecting: string | null
  /** Why the last one could not be, in words. */
  failure: { source: string; said: Message } | null
  /** Starts or contacts a source, after the person allowed it. */
  connect: (source: string) => void
}

type ToolListing = OutputOf<BatonContract, 'tools.list'>

/** `ids`: the sources of the node; without any, nothing is asked. */
export function useSourceTools(node: string, ids: readonly string[]): SourceTools {
  const editor = useEditor()
  const { flows, flowId } = editor
  const { client } = useServices()
  const consents = useConsentStore()
  const [heard, setHeard] = useState<ToolListing | null>(null)
  const [connecting, setConnecting] = useState<string | null>(null)
  const [failure, setFailure] = useState<SourceTools['failure']>(null)
  const ended = useEnd()
  const setUp = useSetUp(ids)

  const read = useCallback(
    async (asked: { node: string; connect: boolean }, signal: AbortSignal) => {
      await flows.flush()
      const asRun = { flowId, ...asked, node: runIdOf(editor, asked.node) }
      return inDrawing(editor, await client.call('tools.list', asRun, { signal }))
    },
    [client, editor, flowId, flows],
  )
  useEffect(() => {
    if (setUp === '') return
    const controller = new AbortController()
    const { signal } = controller
    // What cannot be read now is shown as not asked; the person may connect it, and hears why that fails.
    read({ node, connect: false }, signal).then(
      (answer) => setHeard(answer),
      () => undefined,
    )
    return () => controller.abort()
  }, [node, read, setUp])

  const connect = (source: string): void => {
    setConnecting(source)
    setFailure(null)
    const signal = ended()
    const work = async (): Promise<void> => {
      const answer = await consents.guard('connect', () => read({ node: source, connect: true }, signal))
      const fault = answer.sources.find(({ state }) => state === 'failed')
      if (fault !== undefined) setFailure({ source, said: saidOf(fault) })
      setHeard(await read({ node, connect: false }, signal))
    }
    work()
      .catch((cause: unknown) => {
        const error = toAppError(cause)
        if (!signal.aborted && declinedVerb(error) === null) setFailure({ source, said: error.said })
      })
      .finally(() => {
        if (!signal.aborted) setConnecting(null)
      })
  }
  const listings = useMemo(() => listingsOf(heard), [heard])
  const stateOf = (source: string) => heard?.sources.find((one) => one.node === source) ?? null
  return { listings, stateOf, connecting, failure, connect }
}

/** What the core says of nodes inside a sub-flow, with their ids in the drawing. */
function inDrawing(editor: Editor, { tools, sources }: ToolListing): ToolListing {
  const around = runIdOf(editor, '')
  const own = (id: string): string => (id.startsWith(around) ? id.slice(around.length) : id)
  return {
    tools: tools.map((tool) => ({ ...tool, source: own(tool.source) })),
    sources: sources.map((source) => ({ ...source, node: own(source.node) })),
  }
}

/** Changes whenever a source is set to something else, joined or switched; empty without sources. */
function useSetUp(ids: readonly string[]): string {
  return useFlow((flow) => ids.map((id) => JSON.stringify([id, flow.nodes[id]?.data])).join('\n'))
}

/** The tools as their sources offer them, without what the pool changes about them. */
function listingsOf(heard: ToolListing | null): Listings {
  const ready = new Set(heard?.sources.flatMap(({ node, state }) => (state === 'ready' ? [node] : [])))
  const tools = (heard?.tools ?? []).filter(({ source }) => ready.has(source))
  const grouped = Map.groupBy(tools, ({ source }) => source)
  return new Map(
    [...grouped].map(([source, own]) => [
      source,
      own.map(({ given, givenDescription, parameters, tool }) => ({
        name: given,
        description: givenDescription,
        parameters,
        tool,
      })),
    ]),
  )
}
