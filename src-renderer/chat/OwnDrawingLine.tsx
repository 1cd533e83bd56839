/** Says that a thread has a drawing of its own, and what in it is another: to be put into the flow, or left for the flow as it is. */
import { AppError, toAppError } from '../../src-shared/errors'
import { modelField } from '../../src-shared/flow/editing/node-edit'
import { setNodeData } from '../../src-shared/flow/editing/edits'
import { isJsonObject } from '../../src-shared/flow/json'
import type { Flow, Json } from '../../src-shared/flow/records'
import { nodeEditsOf } from '../../src-shared/run/log/fork-changes'
import type { NodeEdit } from '../../src-shared/flow/node-edits'
import { forkChangesWords } from '../../src-shared/run/words/fork-changes'
import { useEditor } from '../editor/editor-context'
import { useNameOf } from '../run/participants'
import { useRun } from '../run/store/run-context'
import { useT } from '../ui/language'
import { notifyUndo } from '../ui/notify-undo'
import { notifyError, useServices } from '../ui/services'
import { cx } from '../ui/cx'
import { ThreadNote } from './ThreadNote'
import { message } from '../../src-shared/languages/translate'
import textStyles from '../ui/text.module.css'
import styles from './OwnDrawingLine.module.css'

export function OwnDrawingLine() {
  const t = useT()
  const nameOf = useNameOf()
  const { client } = useServices()
  const { flows } = useEditor()
  const thread = useRun((state) => state.threads?.find(({ id }) => id === state.threadId) ?? null)
  if (thread?.hasOwnDrawing !== true) return null
  const { id: threadId, changes } = thread
  const own = changes === undefined ? [] : nodeEditsOf(changes.edits)
  // What the thread before had been changed in stays in this one's drawing.
  const mayHaveEdits = own.length > 0 || (thread.forkedFrom !== null && (changes?.drawing ?? null) === null)
  const words = forkChangesWords({ edits: own, drawing: changes?.drawing ?? null, substitutes: {} }, nameOf, t)
  const drop = async (): Promise<void> => {
    await client.call('threads.dropDrawing', { threadId })
  }
  const restore = (): void =>
    void client
      .call('threads.restoreDrawing', { threadId })
      .catch((cause: unknown) => notifyError('The thread did not get its own drawing back', cause))
  const follow = async (): Promise<void> => {
    await drop()
    notifyUndo(`follows ${threadId}`, 'The thread follows the flow from its next message on.', restore)
  }
  const putIn = async (): Promise<void> => {
    const edits = nodeEditsOf((await client.call('threads.forkChanges', { threadId })).edits)
    const gone = edits.find((edit) => dataOf(flows.getState().flow, edit) === null)
    if (gone !== undefined) {
      const name = nameOf(gone.node)
      throw new AppError(
        'conflict',
        message('{name} is not in the flow any more. The thread keeps its own drawing.', { name }),
      )
    }
    flows.edit('Take over what was changed in a thread', (before) => withEdits(before, edits))
    await drop()
  }
  const tell = (doing: Promise<void>): void =>
    void doing.catch((cause: unknown) => notifyError(t('The thread still has its own drawing'), toAppError(cause)))
  return (
    <ThreadNote label={t('Own drawing')} back={t('Follow the flow')} onBack={() => tell(follow())}>
      <span className={textStyles.ellipsis} title={words.join(' · ')}>
        {words.length === 0
          ? t('This thread has a drawing of its own')
          : t('Own drawing: {changes}', { changes: words.join(' · ') })}
      </span>
      {mayHaveEdits && (
        <button type="button" className={cx(textStyles.link, styles.action)} onClick={() => tell(putIn())}>
          {t('Put into the flow')}
        </button>
      )}
    </ThreadNote>
  )
}

/** A node that is gone has nothing to change. */
function withEdits(flow: Flow, edits: readonly NodeEdit[]): Flow {
  return edits.reduce((changed, edit) => {
    const data = dataOf(changed, edit)
    return data === null ? changed : setNodeData(changed, edit.node, data)
  }, flow)
}

function dataOf(flow: Flow, edit: NodeEdit): { [field: string]: Json } | null {
  const node = Object.hasOwn(flow.nodes, edit.node) ? flow.nodes[edit.node] : undefined
  if (node === undefined) return null
  if (edit.what === 'prompt') return { [edit.field ?? 'prompt']: edit.text }
  const field = modelField(node)
  if (field === null) return null
  const before = node.data[field]
  return { [field]: { ...(isJsonObject(before) ? before : {}), connection: edit.connection, model: edit.model } }
}
