/** Where a person says something: Enter sends, Shift and Enter break the line, Up brings back, Escape stops. */
import { useRef, type KeyboardEvent } from 'react'
import type { SayWhen } from '../../src-shared/flow/records'
import type { PlainText } from '../../src-shared/languages/translate'
import type { TurnView } from '../../src-shared/run/fold/fold-view'
import { questionWords } from '../../src-shared/run/words/questions'
import { useEditor } from '../editor/editor-context'
import { useRun, useRunStore } from '../run/store/run-context'
import { isBusy } from '../run/store/run-state'
import { AttachButton } from './attach/AttachButton'
import { ChosenChips } from './attach/ChosenChips'
import { filesOf, useFiles, type AttachProps } from './attach/use-files'
import { ComposerButtons } from './ComposerButtons'
import { NextSpeaker } from './NextSpeaker'
import { QueuedList } from './queue/QueuedList'
import { useSayWhen } from './queue/use-say-when'
import { isTooLong, useReason, WhyNot, type Reason } from './WhyNot'
import { useT } from '../ui/language'
import styles from './Composer.module.css'

type ComposerProps = {
  /** Nothing was said in the thread yet. */
  isEmpty: boolean
  text: string
  onChange: (text: string) => void
  attach: AttachProps
  /** `when`: it is said during a turn. */
  onSend: (text: string, when: SayWhen | null) => Promise<void>
  /** How often somebody tried to send what cannot be sent. */
  heldBack: number
  onHeldBack: () => void
  /** Brings back the message that was said last; false: there is none. */
  onRecall: () => boolean
}

export function Composer({ isEmpty, text, onChange, attach, onSend, ...given }: ComposerProps) {
  const { heldBack, onHeldBack, onRecall } = given
  const t = useT()
  const run = useRunStore()
  const busy = useRun(isBusy)
  const when = useSayWhen()
  const { problems } = useEditor()
  const reason = useReason(text)
  const hint = useRun(({ view: { latest } }) => (latest?.state === 'waiting' ? t(hintOf(latest)) : t('Say something')))
  const addFiles = useFiles(attach.onChange)
  const box = useRef<HTMLTextAreaElement>(null)
  const isPast = useRun((state) => state.past !== null)
  // A thread that is only being made takes what is said as well.
  const isThere = useRun(
    ({ threadId, pending, phase }) => (threadId !== null || pending !== null) && phase !== 'stopping',
  )
  const isWritten = text.trim() !== '' || attach.chosen.length > 0
  const isHeldBack = reason !== null && (!busy || isTooLong(text))
  const canSend = !isPast && isWritten && !isHeldBack && (!busy || isThere)

  // An empty chat says what is wrong with the flow in its own place.
  const isTold = isHeldBack && (!isEmpty || reason.problem === null)

  // What is wrong is looked for a moment after an edit: what is sent goes by the flow as it is now.
  const isMended = ({ problem }: Reason): boolean => {
    problems.settle()
    return problem !== null && !isTooLong(text) && problems.getState().blocking === null
  }
  const send = (): void => {
    if (isHeldBack && !isMended(reason)) return onHeldBack()
    if (isPast || !isWritten || (busy && !isThere)) return
    box.current?.focus()
    void onSend(text, busy ? when.chosen : null)
    when.forget()
  }
  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send()
    } else if (event.key === 'Escape' && busy) {
      event.preventDefault()
      event.stopPropagation()
      void run.stop()
    } else if (event.key === 'ArrowUp' && text === '' && onRecall()) {
      event.preventDefault()
    }
  }

  return (
    <div className={styles.composer}>
      {isTold && <WhyNot key={heldBack} reason={reason} isAsked={heldBack > 0} />}
      {!isPast && <QueuedList />}
      {!isPast && <NextSpeaker />}
      <ChosenChips
        chosen={attach.chosen}
        onRemove={(removed) => {
          attach.onChange((now) => now.filter(({ key }) => key !== removed))
          box.current?.focus()
        }}
      />
      <div className={styles.box}>
        <AttachButton {...attach} />
        <textarea
          data-pane-start
          ref={box}
          className={styles.text}
          aria-label={t('Say something')}
          disabled={isPast}
          // On one line, also beside Stop: what is above must not move under the pointer when a turn begins or ends.
          placeholder={isPast ? t('You are looking back') : busy ? t('Say something more') : hint}
          rows={1}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={press}
          onPaste={(event) => {
            const files = filesOf(event.clipboardData)
            // Spreadsheets put a picture beside the text that is meant.
            if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return
            event.preventDefault()
            addFiles(files)
          }}
        />
        <ComposerButtons
          isBusy={busy}
          when={busy && !isPast ? when : null}
          canSend={canSend}
          hint={
            isPast ? t('You are looking back. Go back to now to say something.') : (reason?.words ?? t('Send (Enter)'))
          }
          onSend={send}
        />
      </div>
    </div>
  )
}

/** What a message does while the turn waits for an answer. */
function hintOf({ questions }: TurnView): PlainText {
  return questionWords(questions[0]?.question.kind ?? 'other').hint
}
