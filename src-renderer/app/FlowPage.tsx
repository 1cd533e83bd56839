/** The page of one flow: reads it, opens its editor, keeps it in step with other windows, and lets go of it at the end. */
import { Button, Loader } from '@mantine/core'
import { useContext, useEffect, useState } from 'react'
import { saidOf, toAppError, type AppError } from '../../src-shared/errors'
import { saveFlow } from '../../src-shared/flow/editing/save'
import type { Client } from '../../src-shared/rpc/client'
import type { BatonContract, StoredFlow } from '../../src-shared/rpc/contract'
import type { UndoHistory } from '../../src-shared/rpc/undo'
import { checkCodeOf } from '../editor/check-code'
import { usePriceCheck } from '../editor/use-price-check'
import { createEditor, EditorProvider, type Editor } from '../editor/editor-context'
import { createFlowStore } from '../editor/flow-store'
import type { FlowBackend } from '../editor/saver'
import { EmptyState } from '../ui/EmptyState'
import { notify, notifyError, useServices } from '../ui/services'
import { ErrorTextContext } from './error-text'
import { Workspace } from './Workspace'
import { useT } from '../ui/language'
import styles from './FlowPage.module.css'

type OpenedPage = { editor: Editor } | { error: AppError } | null

export function FlowPage({ id }: { id: string }) {
  const t = useT()
  const { client, preferences, docks } = useServices()
  const [opened, setOpened] = useState<OpenedPage>(null)
  const [visit, setVisit] = useState(0)
  useEffect(() => {
    let editor: Editor | null = null
    let isGone = false
    readWithHistory(client, id)
      .then((read) => {
        if (isGone) return
        editor = openEditor(client, read)
        if (read.undo.ended) notify(ENDED, 'undo-ended')
        docks.enter(id)
        setOpened({ editor })
        if (preferences.store.getState().lastFlow !== id) preferences.change({ lastFlow: id })
      })
      .catch((cause: unknown) => {
        if (!isGone) setOpened({ error: toAppError(cause) })
      })
    return () => {
      isGone = true
      editor?.levels?.close()
      editor?.flows.flush().catch((cause: unknown) => notifyError(LOST, cause))
      editor?.dispose()
    }
  }, [client, preferences, docks, id, visit])

  if (opened === null)
    return (
      <div className={styles.pageMiddle} role="status" aria-label={t('Opening the flow')}>
        <Loader size={22} />
      </div>
    )
  if ('error' in opened)
    return <NotOpened id={id} error={opened.error} onRestored={() => setVisit((before) => before + 1)} />
  return (
    <EditorProvider editor={opened.editor}>
      <KeepInStep editor={opened.editor} />
      <Workspace />
    </EditorProvider>
  )
}

const LOST = 'The last edits could not be saved'

const ENDED = 'What was done before can no longer be undone: this flow was changed elsewhere.'

type ReadPage = { stored: StoredFlow; undo: UndoHistory }

/** A flow and the history that fits it, asked for together; a history of another revision is not taken. */
async function readWithHistory(client: Client<BatonContract>, id: string): Promise<ReadPage> {
  const [stored, undo] = await Promise.all([
    client.call('flows.read', { id }),
    client.call('flows.undoHistory', { id }),
  ])
  return { stored, undo }
}

function openEditor(client: Client<BatonContract>, read: ReadPage): Editor {
  const backend = backendOf(client)
  return createEditor(createFlowStore({ ...read, backend }), {
    openNamed: async (id) => createFlowStore({ ...(await readWithHistory(client, id)), backend }),
    onLost: (cause) => notifyError(LOST, cause),
  })
}

type NotOpenedProps = { id: string; error: AppError; onRestored: () => void }

/** Why a flow is not there, and the ways on. One in the bin is brought back from here. */
function NotOpened({ id, error, onRestored }: NotOpenedProps) {
  const t = useT()
  const { client, openLibrary } = useServices()
  const isInBin = error.details['inBin'] === true
  const all = <Button onClick={openLibrary}>{t('See all flows')}</Button>
  function restore(): void {
    client.call('flows.restore', { id }).then(onRestored, (cause: unknown) => {
      notifyError('The flow could not be brought back', cause)
    })
  }
  return (
    <div className={styles.pageMiddle}>
      <EmptyState
        title={isInBin ? t('This flow is deleted') : t('This flow cannot be opened')}
        actions={
          isInBin ? (
            <>
              <Button variant="filled" onClick={restore}>
                {t('Restore')}
              </Button>
              {all}
            </>
          ) : (
            all
          )
        }
      >
        {t.message(saidOf(error))}
      </EmptyState>
    </div>
  )
}

function backendOf(client: Client<BatonContract>): FlowBackend {
  return {
    save: (input) => client.call('flows.save', input),
    read: (id) => client.call('flows.read', { id }),
    saveCopy: async (text, name) => (await client.call('flows.import', { text, fileName: name })).id,
    keepVersion: (id, label) => client.call('flows.keepVersion', { id, label }),
  }
}

/** Follows other windows, saves when the link is back, and before the window closes. */
function KeepInStep({ editor }: { editor: Editor }) {
  const { client, link } = useServices()
  const errorText = useContext(ErrorTextContext)
  const { flows, flowId } = editor
  usePriceCheck(editor)
  useEffect(() => {
    const stopChanges = client.stream(
      'app.changes',
      {},
      {
        onItem(change) {
          const concernsUs = change.what === 'flow' && (change.id === flowId || change.id === null)
          if (concernsUs) void flows.follow(change.revision).catch(() => undefined)
        },
      },
    )
    const stopLink = link.subscribe((status, before) => {
      if (status.state === 'open' && before.state === 'closed') void flows.flush().catch(() => undefined)
    })
    function leave(event: BeforeUnloadEvent): void {
      void editor.levels?.flush().catch(() => undefined)
      if (flows.getState().save.kind === 'saved') return
      // The frame of the save leaves at once; only when it cannot is the person asked to stay.
      void flows.flush().catch(() => undefined)
      if (link.getState().state === 'closed' || flows.getState().save.kind === 'conflict') event.preventDefault()
    }
    const stopReading = checkCodeOf(editor, async (codes) => (await client.call('tools.checkCode', { codes })).faults)
    window.addEventListener('beforeunload', leave)
    errorText.read = () => saveFlow(flows.getState().flow)
    return () => {
      stopChanges()
      stopReading()
      stopLink()
      window.removeEventListener('beforeunload', leave)
      errorText.read = null
    }
  }, [client, link, editor, flows, flowId, errorText])
  return null
}
