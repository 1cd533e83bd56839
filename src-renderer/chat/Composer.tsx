/** Where a person says something: Enter sends, Shift and Enter break the line, Up brings back, Escape stops. */
import { Tooltip } from '@mantine/core'
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import type { TurnView } from '../../src-shared/run/fold/fold-view'
import { questionWords } from '../../src-shared/run/words/questions'
import { useEditor } from '../editor/editor-context'
import { useRun, useRunStore } from '../run/store/run-context'
import { isBusy } from '../run/store/run-state'
import { AttachButton } from './attach/AttachButton'
import { ChosenChips } from './attach/ChosenChips'
import { filesOf, useFiles, type AttachProps } from './attach/use-files'
import { NextSpeaker } from './NextSpeaker'
import { useReason, WhyNot } from './WhyNot'
import { useT } from '../ui/language'
import styles from './Composer.module.css'

type ComposerProps = {
  /** Nothing was said in the thread yet. */
  isEmpty: boolean
  text: string
  onChange: (text: string) => void
  attach: AttachProps
  onSend: (text: string) => Promise<void>
  /** Brings back the message that was said last; false: there is none. */
  onRecall: () => boolean
}

export function Composer({ isEmpty, text, onChange, attach, onSend, onRecall }: ComposerProps) {
  const t = useT()
  const run = useRunStore()
  const busy = useRun(isBusy)
  const isStopping = useRun((state) => state.phase === 'stopping')
  const { problems } = useEditor()
  const reason = useReason()
  const hint = useRun(({ view: { latest } }) => (latest?.state === 'waiting' ? hintOf(latest) : t('Say something')))
  const addFiles = useFiles(attach.onChange)
  const [asked, setAsked] = useState(0)
  const box = useRef<HTMLTextAreaElement>(null)
  const isPast = useRun((state) => state.past !== null)
  const canSend = !busy && !isPast && reason === null && (text.trim() !== '' || attach.chosen.length > 0)

  // An empty chat says what is wrong with the flow in its own place.
  const isTold = reason !== null && !busy && (!isEmpty || reason.problem === null || asked > 0)

  const send = (): void => {
    if (reason !== null && !busy) {
      problems.settle()
      setAsked((times) => times + 1)
    }
    if (!canSend) return
    box.current?.focus()
    void onSend(text)
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
      {isTold && <WhyNot key={asked} reason={reason} isAsked={asked > 0} />}
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
          placeholder={
            isPast
              ? t('You are looking back. Go back to now to say something.')
              : busy
                ? t('Wait for the reply, or stop it with Escape')
                : hint
          }
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
        {busy ? (
          <SendButton
            label={t('Stop')}
            hint={t('Stop this turn (Escape)')}
            isDisabled={isStopping}
            onClick={() => {
              if (!isStopping) void run.stop()
            }}
          >
            <IconPlayerStopFilled size={14} aria-hidden />
          </SendButton>
        ) : (
          <SendButton
            label={t('Send')}
            hint={
              isPast
                ? t('You are looking back. Go back to now to say something.')
                : (reason?.words ?? t('Send (Enter)'))
            }
            isDisabled={!canSend}
            onClick={send}
          >
            <IconArrowUp size={16} stroke={2.2} aria-hidden />
          </SendButton>
        )}
      </div>
    </div>
  )
}

/** What a message does while the turn waits for an answer. */
function hintOf({ questions }: TurnView): string {
  return questionWords(questions[0]?.question.kind ?? 'other').hint
}

type SendButtonProps = {
  label: string
  hint: string
  isDisabled: boolean
  onClick: () => void
  children: React.ReactNode
}

/** `aria-disabled` rather than disabled, so that its hint can be read, and that pressing it says why. */
function SendButton({ label, hint, isDisabled, onClick, children }: SendButtonProps) {
  return (
    <Tooltip label={hint} position="top-end">
      <button
        type="button"
        className={styles.send}
        data-stop={label === 'Stop' || undefined}
        aria-label={label}
        aria-disabled={isDisabled}
        onClick={() => {
          if (!isDisabled) onClick()
        }}
      >
        {children}
      </button>
    </Tooltip>
  )
}
