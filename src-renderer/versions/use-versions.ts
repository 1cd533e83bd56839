/** The versions of the open flow, and the flows that they hold. */
import { message, type Message, type Translate } from '../../src-shared/languages/translate'
import { useEffect, useMemo, useState } from 'react'
import { AppError, saidOf, toAppError } from '../../src-shared/errors'
import { openFlow } from '../../src-shared/flow/editing/open'
import type { Flow } from '../../src-shared/flow/records'
import type { FlowVersion } from '../../src-shared/rpc/contract'
import { useFlow, useFlowState } from '../editor/editor-context'
import { REPLACED_VERSION } from '../editor/flow-store'
import { useServices } from '../ui/services'
import { timeAgo } from '../ui/time'
import type { SideName } from './sides'

export type VersionsResult = { versions: readonly FlowVersion[] | null; error: Message | null }

/** The list, newest first; read again when `stamp` changes. */
export function useVersions(id: string, stamp: unknown): VersionsResult {
  const { client } = useServices()
  const [result, setResult] = useState<VersionsResult>({ versions: null, error: null })
  useEffect(() => {
    let isGone = false
    client.call('flows.versions', { id }).then(
      (versions) => void (isGone || setResult({ versions, error: null })),
      (cause: unknown) => void (isGone || setResult({ versions: [], error: toAppError(cause).said })),
    )
    return () => {
      isGone = true
    }
  }, [client, id, stamp])
  return result
}

export type SideResult = { flow: Flow | null; error: Message | null }

/** The flow of a side; null while it is read, and where it cannot be. */
export function useSide(name: SideName): SideResult {
  const { client } = useServices()
  const now = useFlow((flow) => flow)
  const theirs = useFlowState(({ save }) => (save.kind === 'conflict' ? save.theirs.text : null))
  const [read, setRead] = useState<{ name: SideName; result: SideResult } | null>(null)
  const isStored = name !== 'now' && name !== 'theirs'
  useEffect(() => {
    if (!isStored) return
    let isGone = false
    const tell = (result: SideResult): void => void (isGone || setRead({ name, result }))
    client.call('flows.readVersion', { id: now.id, version: name }).then(
      ({ text }) => tell(flowOf(text)),
      (cause: unknown) => tell({ flow: null, error: toAppError(cause).said }),
    )
    return () => {
      isGone = true
    }
  }, [client, now.id, name, isStored])
  const other = useMemo(() => (theirs === null ? NOTHING : flowOf(theirs)), [theirs])
  const own = useMemo(() => ({ flow: now, error: null }), [now])
  if (name === 'now') return own
  if (name === 'theirs') return other
  return read?.name === name ? read.result : NOTHING
}

const NOTHING: SideResult = { flow: null, error: null }

function flowOf(text: string): SideResult {
  const opened = openFlow(text)
  return opened.ok ? { flow: opened.flow, error: null } : { flow: null, error: saidOf(opened.error) }
}

/** How a version is called: as a person named it, in whatever language; what Baton calls one is said in the language of now. */
export function versionName(label: string, t: Translate): string {
  return label === REPLACED_VERSION ? t(REPLACED_VERSION) : label
}

/** What a person calls a side. */
export function sideTitle(name: SideName, versions: readonly FlowVersion[] | null, t: Translate): string {
  if (name === 'now') return t('Now')
  if (name === 'theirs') return t('The other window')
  const version = versions?.find(({ id }) => id === name)
  if (version === undefined) return t('A version')
  return version.label === '' ? timeAgo(version.createdAt, t) : versionName(version.label, t)
}

/** The flow of a version, for what is done with it. Throws where it cannot be read. */
export function requiredFlow({ flow, error }: SideResult): Flow {
  if (flow !== null) return flow
  throw new AppError('not-found', error ?? message('The version is not read yet. Try again in a moment.'))
}
