/**
 * The sheet of a `baton://` link: what it brings, or which host would be asked for it. The link is read and the flow is looked at here, in the page; nothing is
 * fetched or stored before the person says so, and nothing is run at all.
 */
import { Button } from '@mantine/core'
import { useCallback, useEffect, useMemo, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { consentItems } from '../../src-shared/consent/items'
import { saidOf, toAppError } from '../../src-shared/errors'
import { readFlowLink, type FlowLink } from '../../src-shared/flow-links/flow-link'
import { openFlow } from '../../src-shared/flow/editing/open'
import type { Flow } from '../../src-shared/flow/records'
import { visibleLine, visibleLines } from '../../src-shared/kinds/visible'
import type { ConsentView } from '../../src-shared/rpc/contract'
import { ConsentGroups } from '../consent/ConsentItems'
import { consentGroups } from '../consent/consent-words'
import { useHandOnWhenBusy } from '../ui/layers/hand-on-focus'
import { useT } from '../ui/language'
import { useServices } from '../ui/services'
import { type Message } from '../../src-shared/languages/translate'
import { Dialog } from '../ui/layers/Dialog'
import textStyles from '../ui/text.module.css'
import styles from './LinkSheet.module.css'

type LinkSheetsProps = { links: readonly string[]; onClose: () => void }

/** One link after the other: one that comes while another is looked at waits, so that nothing changes under the pointer. */
export function LinkSheets({ links, onClose }: LinkSheetsProps) {
  const [link] = links
  return link === undefined ? null : <LinkSheet key={link} link={link} onClose={onClose} />
}

type LinkSheetProps = { link: string; onClose: () => void }

function LinkSheet({ link, onClose }: LinkSheetProps) {
  const t = useT()
  const read = useMemo(() => attempt(() => readFlowLink(link)), [link])
  const [fetched, setFetched] = useState<string | null>(null)
  const [busy, setBusy] = useState<Busy>(null)
  const sheet = useRef<HTMLDivElement>(null)
  useHandOnWhenBusy(
    sheet,
    busy !== null,
    useCallback(() => sheet.current?.focus(), []),
  )
  const text = 'is' in read && read.is === 'flow' ? read.text : fetched
  const isAdding = busy === 'adding'
  const part = { busy, onBusy: setBusy, onClose }
  return (
    <Dialog
      opened
      onClose={() => {
        if (!isAdding) onClose()
      }}
      title={t('A link wants to add a flow')}
      size={620}
      closeButtonProps={{ disabled: isAdding }}
    >
      <div ref={sheet} tabIndex={-1}>
        {'error' in read ? (
          <Refused words={read.error} onClose={onClose} />
        ) : text === null ? (
          <Fetch {...part} link={read} onText={setFetched} />
        ) : (
          <Review {...part} text={text} />
        )}
      </div>
    </Dialog>
  )
}

/** What was begun on the sheet: getting the flow, which can be left, or adding it, which is waited for. */
type Busy = 'asking' | 'adding' | null

type PartProps = { busy: Busy; onBusy: (busy: Busy) => void; onClose: () => void }

/** For calls that end with the sheet. */
function useSheetSignal(): () => AbortSignal | undefined {
  const controller = useRef<AbortController | null>(null)
  useEffect(() => {
    const own = new AbortController()
    controller.current = own
    return () => own.abort()
  }, [])
  return useCallback(() => controller.current?.signal, [])
}

function attempt(work: () => FlowLink): FlowLink | { error: Message } {
  try {
    return work()
  } catch (cause) {
    return { error: toAppError(cause).said }
  }
}

function Refused({ words, onClose }: { words: Message; onClose: () => void }) {
  const t = useT()
  return (
    <>
      <p className={styles.error} role="alert">
        {t.message(words)}
      </p>
      <Foot onClose={onClose} isOver />
    </>
  )
}

type FootProps = { children?: ReactNode; onClose: () => void; isOver?: boolean; isHeld?: boolean }

/** The buttons: to leave it, which has the focus, and to go on. */
function Foot({ children, onClose, isOver = false, isHeld = false }: FootProps) {
  const t = useT()
  return (
    <footer className={styles.foot}>
      <Button data-autofocus disabled={isHeld} onClick={onClose}>
        {isOver ? t('Close') : t('Cancel')}
      </Button>
      {children}
    </footer>
  )
}

type FetchProps = PartProps & { link: FlowLink; onText: (text: string) => void }

/** Which host would be asked, before it is. */
function Fetch({ link, busy, onBusy, onClose, onText }: FetchProps) {
  const t = useT()
  const { client } = useServices()
  const signalNow = useSheetSignal()
  const [error, setError] = useState<Message | null>(null)
  if (link.is !== 'address') return null
  const { address, host } = link
  const ask = (event: MouseEvent): void => {
    // The second click of a double one may have been meant for what stood here before.
    if (event.detail > 1) return
    const signal = signalNow()
    onBusy('asking')
    setError(null)
    client.call('flows.fetch', { address }, { signal }).then(
      ({ text }) => {
        if (signal?.aborted === true) return
        onBusy(null)
        onText(text)
      },
      (cause: unknown) => {
        onBusy(null)
        setError(toAppError(cause).said)
      },
    )
  }
  return (
    <>
      <p>
        {t(
          'The flow is on another computer. Nothing has been requested yet. If you continue, that computer will see your IP address.',
        )}
      </p>
      <dl className={styles.facts}>
        <dt>{t('Host')}</dt>
        <dd className={textStyles.mono} data-part="host">
          {host}
        </dd>
        <dt>{t('Address')}</dt>
        <dd className={textStyles.mono}>{visibleLine(address)}</dd>
      </dl>
      {error !== null && (
        <p className={styles.error} role="alert">
          {t.message(error)}
        </p>
      )}
      <Foot onClose={onClose}>
        <Button variant="filled" loading={busy === 'asking'} onClick={ask}>
          {t('Get it from {host} and review it', { host })}
        </Button>
      </Foot>
    </>
  )
}

/** What is in the flow and what it would use, before it is among the person's flows. */
function Review({ text, busy, onBusy, onClose }: PartProps & { text: string }) {
  const t = useT()
  const { client, openFlow: show } = useServices()
  const opened = useMemo(() => openFlow(text), [text])
  const signalNow = useSheetSignal()
  const [error, setError] = useState<Message | null>(null)
  if (!opened.ok) return <Refused words={saidOf(opened.error)} onClose={onClose} />
  const add = (event: MouseEvent): void => {
    if (event.detail > 1) return
    const signal = signalNow()
    onBusy('adding')
    setError(null)
    client.call('flows.import', { text, fileName: null }, { signal }).then(
      ({ id }) => {
        if (signal?.aborted !== true) show(id)
      },
      (cause: unknown) => {
        onBusy(null)
        setError(toAppError(cause).said)
      },
    )
  }
  return (
    <>
      <Contents flow={opened.flow} />
      {error !== null && (
        <p className={styles.error} role="alert">
          {t.message(error)}
        </p>
      )}
      <Foot onClose={onClose} isHeld={busy === 'adding'}>
        <Button variant="filled" loading={busy === 'adding'} onClick={add}>
          {t('Add to my flows')}
        </Button>
      </Foot>
    </>
  )
}

function Contents({ flow }: { flow: Flow }) {
  const t = useT()
  const items = useMemo(() => consentItems(flow).map(shownItem), [flow])
  return (
    <>
      <p>
        {t('It has not been saved, and nothing in it is running. You will be asked again before it uses any of this.')}
      </p>
      <dl className={styles.facts}>
        <dt>{t('Name')}</dt>
        <dd data-part="name">{visibleLine(flow.name)}</dd>
        {flow.description.trim() !== '' && (
          <>
            <dt>{t('Description')}</dt>
            <dd className={styles.description}>{visibleLines(flow.description)}</dd>
          </>
        )}
        <dt>{t('Nodes')}</dt>
        <dd>{t.number(Object.keys(flow.nodes).length)}</dd>
      </dl>
      <div className={styles.uses} role="group" aria-label={t('What it would use')} tabIndex={0}>
        {items.length === 0 ? (
          t('Apart from your model, it uses nothing outside Baton.')
        ) : (
          <ConsentGroups groups={consentGroups(items, items)} areNews={false} onShowNode={null} />
        )}
      </div>
    </>
  )
}

/** Nothing is allowed here, so no hash is needed to say what was. */
function shownItem(item: ReturnType<typeof consentItems>[number]): ConsentView {
  const key = `${item.type}:${item.value}`
  return { ...item, key, hash: `${key} ${item.content}`, allowed: false, byHand: false }
}
