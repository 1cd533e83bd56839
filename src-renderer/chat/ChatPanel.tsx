/** The chat beside the canvas: the open thread of the flow, and a place to say something. */
import { Loader } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SayWhen } from '../../src-shared/flow/records'
import { turnCount } from '../../src-shared/run/fold/fold-view'
import { declinedVerb } from '../consent/consent-store'
import { DECLINED_WORDS } from '../consent/consent-words'
import { PastNotice } from '../run/PastNotice'
import { useRun, useRunStore } from '../run/store/run-context'
import { focusPaneStart } from '../ui/layers/hand-on-focus'
import { usePreferences, useServices } from '../ui/services'
import type { ChosenAttachment } from './attach/chosen'
import { useFileDrop } from './attach/use-file-drop'
import { useMessage } from './attach/use-message'
import { ThreadModelLine } from './ThreadModelLine'
import { ChatHeader } from './ChatHeader'
import { Composer } from './Composer'
import { EmptyChat } from './EmptyChat'
import { OnlyLine } from './OnlyLine'
import { OwnDrawingLine } from './OwnDrawingLine'
import { TurnColumn } from './TurnColumn'
import { useT } from '../ui/language'
import styles from './ChatPanel.module.css'

/** Needs a `RunProvider` around it. */
export function ChatPanel({ flowId }: { flowId: string }) {
  const t = useT()
  const run = useRunStore()
  const { preferences, firstWords } = useServices()
  const showVerdicts = usePreferences((all) => all['showVerdicts'] === true)
  const declined = useRun((state) => declinedVerb(state.error))
  const isEmpty = useRun(
    ({ view, pending, error }) =>
      turnCount(view) === 0 && pending === null && (error === null || declinedVerb(error) !== null),
  )
  const isOpening = useRun((state) => state.phase === 'opening' || state.threads === null)
  const threadId = useRun((state) => state.threadId)

  const [heldBack, setHeldBack] = useState(0)
  const message = useMessage()
  const drop = useFileDrop(message.setChosen)
  const send = async (text: string, chosen: readonly ChosenAttachment[] = []): Promise<void> => {
    if (!(await run.send(text.trim(), chosen))) message.bringBack(text, chosen)
  }
  const say = async (text: string, chosen: readonly ChosenAttachment[], when: SayWhen | null): Promise<void> => {
    if (when === null) return send(text, chosen)
    if (!(await run.queue(text.trim(), chosen, when))) message.bringBack(text, chosen)
  }
  const panel = useRef<HTMLElement>(null)
  // What was pressed goes with the first message: letters typed next belong to the box, not to the canvas, which acts on them.
  const focusBox = (): void => {
    if (panel.current !== null) focusPaneStart(panel.current)
  }
  const sayFirst = useEffectEvent(() => {
    const text = firstWords.take(flowId)
    if (text === null) return
    // The page of a flow begins on its canvas.
    if (document.activeElement?.matches('body, [data-canvas]') === true) focusBox()
    void send(text)
  })
  useEffect(() => {
    if (!isOpening) sayFirst()
  }, [isOpening])
  const begin = (): void => {
    focusBox()
    void run.begin()
  }
  return (
    <section ref={panel} className={styles.chat} aria-label={t('Chat')} data-flow={flowId} {...drop}>
      <ChatHeader showVerdicts={showVerdicts} onShowVerdicts={(show) => preferences.change({ showVerdicts: show })} />
      <OnlyLine />
      <ThreadModelLine />
      <OwnDrawingLine />
      {isEmpty && isOpening && (
        <div className={styles.empty} role="status" aria-label={t('Opening the thread')}>
          <Loader size={18} color="gray" />
        </div>
      )}
      {isEmpty && !isOpening && (
        <div className={styles.empty}>
          <EmptyChat
            onSend={(text) => {
              focusBox()
              void send(text)
            }}
            onBegin={begin}
            heldBack={heldBack}
          />
        </div>
      )}
      {!isEmpty && <TurnColumn key={threadId ?? 'new'} showVerdicts={showVerdicts} />}
      {declined !== null && (
        <p className={styles.consentDeclined} role="status" data-kind="declined">
          {t(DECLINED_WORDS[declined])}
        </p>
      )}
      <PastNotice place="chat" />
      <Composer
        isEmpty={isEmpty}
        text={message.text}
        onChange={message.setText}
        attach={{ chosen: message.chosen, onChange: message.setChosen }}
        onSend={(text, when) => say(text, message.take(), when)}
        heldBack={heldBack}
        onHeldBack={() => setHeldBack((times) => times + 1)}
        onRecall={message.recall}
      />
    </section>
  )
}
