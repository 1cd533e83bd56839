/** What a model was shown in a call: its messages with why each was there, tools, parameters, and what came back; beside another call, the difference. */
import { Button, Loader, SegmentedControl, Select } from '@mantine/core'
import { IconBraces, IconTerminal2 } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { RequestRecord } from '../../src-shared/run/log/requests'
import { forkChangesWords } from '../../src-shared/run/words/fork-changes'
import { useNameOf } from '../run/participants'
import { useRun } from '../run/store/run-context'
import { prettyJson } from '../run/store/words'
import { LargeView } from '../ui/LargeView'
import { copyText } from '../ui/copy-text'
import { notifyError, useServices } from '../ui/services'
import { RequestDifference } from './RequestDifference'
import { MessageCard, Outcome, Parameters, Tools } from './RequestParts'
import { curlOf } from './request-curl'
import { differenceOf } from './request-diff'
import { readRequest, type ShownRequest } from './request-reading'
import { outcomeWords, sumWords } from './request-words'
import { useOtherCalls } from './use-other-calls'
import { useRequests } from './use-requests'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import styles from './RequestDialog.module.css'

type RequestDialogProps = { span: string; who: string; isCut: boolean; onClose: () => void }

export function RequestDialog({ span, who, isCut, onClose }: RequestDialogProps) {
  const t = useT()
  const { requests, error } = useRequests(span)
  return (
    <LargeView
      title={<span className={textStyles.ellipsis}>{t('What {who} was shown', { who })}</span>}
      isOpen
      onClose={onClose}
    >
      {error !== null && <Note>{t.message(error)}</Note>}
      {error === null && requests === null && (
        <div className={styles.note} role="status">
          <Loader size="sm" /> {t('Reading')}
        </div>
      )}
      {requests?.length === 0 && (
        <Note>
          {t(
            'Nothing is kept of this call. It was made by an older version of Baton, the app was closed while it was under way, or it is still under way.',
          )}
        </Note>
      )}
      {requests !== null && requests.length > 0 && <Requests {...{ span, isCut, requests }} />}
    </LargeView>
  )
}

function Note({ children }: { children: string | readonly string[] }) {
  return (
    <p className={styles.note} role="note">
      {children}
    </p>
  )
}

type RequestsProps = { span: string; isCut: boolean; requests: readonly RequestRecord[] }

function Requests({ span, isCut, requests }: RequestsProps) {
  const t = useT()
  const [chosen, setChosen] = useState(requests.length - 1)
  const [other, setOther] = useState<string | null>(null)
  const record = requests[chosen] ?? requests[0]
  const shown = useMemo(() => (record === undefined ? null : readRequest(record)), [record])
  if (record === undefined || shown === null) return null
  return (
    <div className={styles.page}>
      {requests.length > 1 && (
        <SegmentedControl
          size="xs"
          className={styles.tries}
          aria-label={t('Requests of this call')}
          value={String(chosen)}
          onChange={(value) => setChosen(Number(value))}
          data={requests.map(({ outcome }, at) => ({
            value: String(at),
            label: t('Request {at}: {outcome}', { at: at + 1, outcome: outcomeWords(outcome, t) }),
          }))}
        />
      )}
      <Bar
        place={{ span, request: chosen }}
        record={record}
        shown={shown}
        compare={<Compare span={span} value={other} onChange={setOther} />}
      />
      {!record.isWhole && (
        <Note>{t('A part of this record cannot be read any more, so what is shown is not complete.')}</Note>
      )}
      <ChangedThread />
      {isCut && <Note>{t('Older messages of the conversation were left out, since they did not fit.')}</Note>}
      {other === null ? <Whole record={record} shown={shown} /> : <ComparedWith span={other} shown={shown} />}
    </div>
  )
}

/** What a person changed where the open thread left another one: it may be among what was shown. */
function ChangedThread() {
  const t = useT()
  const nameOf = useNameOf()
  const changes = useRun((state) => state.threads?.find(({ id }) => id === state.threadId)?.changes)
  const words = forkChangesWords(changes, nameOf, t)
  if (words.length === 0) return null
  return <Note>{t('This thread began with changes: {changes}.', { changes: words.join(', ') })}</Note>
}

/** `place`: which request of which call it is. */
type BarProps = {
  place: { span: string; request: number }
  record: RequestRecord
  shown: ShownRequest
  compare: React.ReactNode
}

function Bar({ place, record, shown, compare }: BarProps) {
  const t = useT()
  const { client } = useServices()
  const copyCurl = async (): Promise<void> => {
    // Pictures are names here until somebody wants them sent.
    const { body } = record.pictures.length === 0 ? record : await client.call('requests.sent', place)
    const curl = curlOf({ ...record, body })
    if (curl !== null) copyText(curl, { done: 'The request is on the clipboard, as a cURL command without the key.' })
  }
  return (
    <div className={styles.bar}>
      <span className={styles.sum}>{sumWords(record, shown, t)}</span>
      {compare}
      {record.url !== null && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconTerminal2 size={14} aria-hidden />}
          onClick={() => {
            copyCurl().catch((cause: unknown) => notifyError('Nothing was copied', cause))
          }}
        >
          {t('Copy as cURL')}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconBraces size={14} aria-hidden />}
        onClick={() => copyText(prettyJson(record.body), { done: 'The request is on the clipboard, as JSON.' })}
      >
        {t('Copy JSON')}
      </Button>
    </div>
  )
}

type CompareProps = { span: string; value: string | null; onChange: (span: string | null) => void }

function Compare({ span, value, onChange }: CompareProps) {
  const t = useT()
  const calls = useOtherCalls(span)
  if (calls.length === 0) return null
  return (
    <Select
      size="xs"
      className={styles.compare}
      aria-label={t('Compare with another call')}
      placeholder={t('Compare with…')}
      data={calls}
      value={value}
      onChange={onChange}
      clearable
      searchable={calls.length > 8}
      comboboxProps={{ width: 340, position: 'bottom-end' }}
    />
  )
}

function Whole({ record, shown }: { record: RequestRecord; shown: ShownRequest }) {
  const t = useT()
  return (
    <div className={styles.columns}>
      <section className={styles.messages} aria-label={t('Messages')} tabIndex={0}>
        <ol className={styles.list}>
          {shown.messages.map((message, at) => (
            <MessageCard key={at} message={message} />
          ))}
        </ol>
      </section>
      <section className={styles.beside} aria-label={t('Answer, tools and parameters')} tabIndex={0}>
        <Outcome outcome={record.outcome} />
        <Tools tools={shown.tools} />
        <Parameters parameters={shown.parameters} />
      </section>
    </div>
  )
}

function ComparedWith({ span, shown }: { span: string; shown: ShownRequest }) {
  const t = useT()
  const { requests, error } = useRequests(span)
  const before = requests?.at(-1)
  const difference = useMemo(
    () => (before === undefined ? null : differenceOf(readRequest(before), shown)),
    [before, shown],
  )
  if (error !== null) return <Note>{t.message(error)}</Note>
  if (requests !== null && before === undefined) return <Note>{t('Nothing is kept of the other call.')}</Note>
  return difference === null ? null : <RequestDifference difference={difference} />
}
