/** What can be done with a message, on hover and for the keyboard: copy it, see what its model was shown, edit it, have it said anew, go on from it. */
import { IconAdjustments, IconCopy, IconGitFork, IconPencil, IconRefresh, IconTimeline } from '@tabler/icons-react'
import { use } from 'react'
import { useGoToStep, useStepOfEntry } from '../run/SetByStep'
import { useRun, useRunStore } from '../run/store/run-context'
import { isBusy, type RunState } from '../run/store/run-state'
import { WhatItWasShownIcon } from '../requests/WhatItWasShown'
import { IconButton } from '../ui/IconButton'
import { copyText } from '../ui/copy-text'
import { useT } from '../ui/language'
import { notifyError } from '../ui/services'
import { TurnContext } from './turn-context'
import styles from './MessageActions.module.css'

export type MessageActionsProps = {
  text: string
  /** The model call that wrote it; null: none did. */
  span: string | null
  /** The log entry; null: the log has not confirmed it. */
  entryId: string | null
  /** Who said it. */
  who: string
}

export function MessageActions({ text, span, entryId, who }: MessageActionsProps) {
  const facts = use(TurnContext)
  return (
    <div className={styles.actions} data-actions>
      {span !== null && <WhatItWasShownIcon span={span} who={who} />}
      <Copy text={text} />
      <GoToItsStep entryId={entryId} />
      {facts !== null && <Regenerate turn={facts.turn} />}
      {facts !== null && <WithChanges turn={facts.turn} />}
      {facts !== null && <GoOnFromHere turn={facts.turn} />}
    </div>
  )
}

export function UserMessageActions({ text, onEdit }: { text: string; onEdit: () => void }) {
  const t = useT()
  const facts = use(TurnContext)
  const busy = useRun(cannotBegin)
  return (
    <div className={styles.actions} data-actions>
      {text !== '' && <Copy text={text} />}
      {!busy && (
        <IconButton label={t('Edit the message')} side="top" size="sm" data-edits-message onClick={onEdit}>
          <IconPencil size={14} aria-hidden />
        </IconButton>
      )}
      {/* A turn that waits, or failed, has no reply yet to begin it again from. */}
      {facts !== null && <WithChanges turn={facts.turn} />}
    </div>
  )
}

function Copy({ text }: { text: string }) {
  const t = useT()
  return (
    <IconButton
      label={t('Copy the message')}
      side="top"
      size="sm"
      onClick={() => copyText(text, { done: 'The message is on the clipboard.' })}
    >
      <IconCopy size={14} aria-hidden />
    </IconButton>
  )
}

/** Back to the step that wrote it. */
function GoToItsStep({ entryId }: { entryId: string | null }) {
  const t = useT()
  const step = useStepOfEntry(entryId)
  const goTo = useGoToStep()
  if (step === null) return null
  return (
    <IconButton
      label={t('Go to step {step}, which set it', { step: step + 1 })}
      side="top"
      size="sm"
      onClick={() => goTo(step)}
    >
      <IconTimeline size={14} aria-hidden />
    </IconButton>
  )
}

/** The same message once more, in a thread of its own; this one stays as it is. */
function Regenerate({ turn }: { turn: number }) {
  const t = useT()
  const run = useRunStore()
  const busy = useRun(cannotBegin)
  if (busy) return null
  const again = (): void =>
    void run.again(turn, null).then((error) => {
      if (error !== null && error !== 'cancelled') notifyError(t('The reply could not be regenerated'), error)
    })
  return (
    <IconButton label={t('Regenerate')} side="top" size="sm" onClick={again}>
      <IconRefresh size={14} aria-hidden />
    </IconButton>
  )
}

/** The same with another instruction, value or result, in a thread of its own. */
function WithChanges({ turn }: { turn: number }) {
  const t = useT()
  const run = useRunStore()
  const busy = useRun(cannotBegin)
  if (busy) return null
  return (
    <IconButton label={t('Run again with changes…')} side="top" size="sm" onClick={() => run.changeTurn(turn)}>
      <IconAdjustments size={14} aria-hidden />
    </IconButton>
  )
}

/** A new thread that has the turns until here; this one stays as it is. */
function GoOnFromHere({ turn }: { turn: number }) {
  const t = useT()
  const run = useRunStore()
  const isOver = useRun((state) => (!isBusy(state) && state.past === null) || state.view.latest?.turn !== turn)
  if (!isOver) return null
  const fork = (): void =>
    void run.forkAfter(turn).then((error) => {
      if (error !== null && error !== 'cancelled') notifyError(t('The new thread could not be made'), error)
    })
  return (
    <IconButton label={t('Go on from here in a new thread')} side="top" size="sm" onClick={fork}>
      <IconGitFork size={14} aria-hidden />
    </IconButton>
  )
}

/** A turn is under way, or the past is shown. */
function cannotBegin(state: RunState): boolean {
  return isBusy(state) || state.past !== null
}
