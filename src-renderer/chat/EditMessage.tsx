/** A message that is written anew: its turn begins again with it, in a thread of its own. */
import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { notDoneWords } from '../consent/consent-store'
import { useRunStore } from '../run/store/run-context'
import type { LeftPlace } from '../ui/layers/focus-keeper'
import { focusPaneStart, useHandOnFocus } from '../ui/layers/hand-on-focus'
import { useT } from '../ui/language'
import { type Message } from '../../src-shared/languages/translate'
import styles from './EditMessage.module.css'

type EditMessageProps = { text: string; turn: number; onEnd: () => void }

export function EditMessage({ text: before, turn, onEnd }: EditMessageProps) {
  const t = useT()
  const run = useRunStore()
  const [text, setText] = useState(before)
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<Message | null>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  const part = useRef<HTMLDivElement>(null)
  useHandOnFocus(part, focusPencil)
  useEffect(() => {
    box.current?.focus()
    box.current?.select()
  }, [])
  const canRun = !isAsking && text.trim() !== ''
  async function again(): Promise<void> {
    if (!canRun) return
    setAsking(true)
    const error = await run.again(turn, text.trim())
    setAsking(false)
    if (error === null) onEnd()
    else if (error !== 'cancelled') setProblem(notDoneWords(error))
  }
  function press(event: KeyboardEvent): void {
    // While the person is asked, keys are for the one who asks.
    if (event.nativeEvent.isComposing || isAsking) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onEnd()
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      void again()
    }
  }
  return (
    <div ref={part} className={styles.edit} role="group" aria-label={t('Edit the message')}>
      <textarea
        ref={box}
        className={styles.text}
        aria-label={t('Your message')}
        rows={1}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={press}
      />
      <p className={styles.note}>{t('Runs from here in a thread of its own. This one stays as it is.')}</p>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {t.message(problem)}
        </p>
      )}
      <div className={styles.buttons}>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onEnd}>
          {t('Cancel')}
        </Button>
        <Button size="compact-sm" variant="filled" aria-disabled={!canRun} onClick={() => void again()}>
          {t('Run again')}
        </Button>
      </div>
    </div>
  )
}

/** What opened it stands in the message again; where that is another message by now, the chat goes on. */
function focusPencil({ around, left }: LeftPlace): void {
  const pencil = around.querySelector<HTMLElement>('[data-edits-message]')
  if (pencil === null) focusPaneStart(left)
  else pencil.focus()
}
