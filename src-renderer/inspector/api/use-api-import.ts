/** Taking an OpenAPI document over: read by the core, and where it is too large for a flow, kept back until operations are chosen. */
import { useEffect, useRef, useState } from 'react'
import { toAppError } from '../../../src-shared/errors'
import type { JsonObject } from '../../../src-shared/flow/records'
import type { ApiImport } from '../../../src-shared/rpc/api-import'
import { useServices } from '../../ui/services'
import { isTooLarge, sizeInFile } from './api-operations'
import { type Message } from '../../../src-shared/languages/translate'

/** Where a document comes from. */
export type ApiSource = { text: string } | { url: string }
/** A document that has to be cut before it can be kept. */
export type HeldBack = { source: ApiSource; read: ApiImport; size: number }

export type ApiImporting = {
  isBusy: boolean
  failure: Message | null
  heldBack: HeldBack | null
  /** Reads a document, with these operations only (empty: all). True: it was taken over, or is held back. */
  take: (source: ApiSource, include?: readonly string[]) => Promise<boolean>
  dismiss: () => void
}

/** `onTake` gets the document; it answers why it cannot be kept, null when it was. */
export function useApiImport(onTake: (document: JsonObject) => Message | null): ApiImporting {
  const { client } = useServices()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Message | null>(null)
  const [heldBack, setHeldBack] = useState<HeldBack | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const take: ApiImporting['take'] = async (source, include = []) => {
    const controller = new AbortController()
    running.current?.abort()
    running.current = controller
    setBusy(true)
    setFailure(null)
    try {
      const read = await client.call(
        'documents.readApi',
        { ...source, include: [...include] },
        { signal: controller.signal },
      )
      const size = sizeInFile(read.document)
      if (isTooLarge(size)) {
        setHeldBack({ source, read, size })
        return true
      }
      const issue = onTake(read.document)
      setFailure(issue)
      if (issue === null) setHeldBack(null)
      return issue === null
    } catch (cause) {
      if (!controller.signal.aborted) setFailure(toAppError(cause).said)
      return false
    } finally {
      if (running.current === controller) setBusy(false)
    }
  }
  const dismiss = (): void => {
    setHeldBack(null)
    setFailure(null)
  }
  return { isBusy, failure, heldBack, take, dismiss }
}
