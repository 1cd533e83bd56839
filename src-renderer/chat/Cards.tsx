/** Cards in the column that ask for a decision: what failed, what was interrupted, what did not begin. */
import type { PlainText, Translate } from '../../src-shared/languages/translate'
import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { saidOf, type AppError } from '../../src-shared/errors'
import type { ErrorItem, NoteItem } from '../../src-shared/run/fold/fold-view'
import { refusedWords } from '../consent/consent-words'
import { useServices } from '../ui/services'
import { useRunPlace, useShowNode } from '../run/store/run-context'
import type { AfterLimit } from '../../src-shared/run/words/limits'
import { LimitLink, useShownPlace, type ShownPlace } from '../run/LimitLink'
import { useParticipant } from '../run/participants'
import { useEditor, useFlow, useProblems } from '../editor/editor-context'
import { showProblem } from '../editor/show'
import { drawnNode } from '../../src-shared/flow/inner-ids'
import { oneLine } from '../../src-shared/run/words/text'
import { useT } from '../ui/language'
import cardStyles from '../ui/Card.module.css'
import linesStyles from './Lines.module.css'

type CardProps = {
  tone: 'danger' | 'calm'
  title: string
  children: ReactNode
  actions?: ReactNode
  node?: string | null
  label?: string
}

function Card({ tone, title, children, actions, node, label }: CardProps) {
  const isAlarm = tone === 'danger'
  return (
    <section
      className={cardStyles.card}
      data-tone={tone}
      role={isAlarm ? 'alert' : 'status'}
      aria-label={label ?? title}
      data-author={node ?? undefined}
      data-kind={isAlarm ? 'error' : 'note'}
    >
      <div className={cardStyles.title} data-part="title">
        {title}
      </div>
      <div className={cardStyles.text}>{children}</div>
      {actions !== undefined && <div className={cardStyles.actions}>{actions}</div>}
    </section>
  )
}

/** Codes that the settings of connections can mend. */
function isMendedInSettings(code: string): boolean {
  return code.startsWith('model-') || code === 'connection-missing'
}

/** A turn that failed. `canRetry`: it is the newest and nothing runs. */
export function ErrorCard({ item, canRetry }: { item: ErrorItem; canRetry: boolean }) {
  const t = useT()
  const { run, openSettings } = useRunPlace()
  const showNode = useShowNode()
  const node = item.node ?? ''
  const participant = useParticipant(node)
  if (item.isPast)
    return (
      <div className={linesStyles.lineNote} data-kind="past-error">
        {t('Failed before it was tried again: {reason}', { reason: oneLine(t.message(saidOf(item.error)), 160) })}
      </div>
    )
  const isRefused = item.error.code === 'consent-needed'
  return (
    <Card
      tone={isRefused ? 'calm' : 'danger'}
      node={item.node}
      title={failureTitle(item.node === null ? null : participant.name, isRefused, t)}
      actions={
        <>
          {canRetry && (
            <Button size="compact-sm" variant="filled" onClick={() => void run.resume()}>
              {t('Retry')}
            </Button>
          )}
          {isMendedInSettings(item.error.code) && openSettings !== undefined && (
            <Button size="compact-sm" onClick={openSettings}>
              {t('Open settings')}
            </Button>
          )}
          {participant.isKnown && (
            <Button size="compact-sm" onClick={() => showNode(node)}>
              {t('Show node')}
            </Button>
          )}
        </>
      }
    >
      {isRefused ? refusedWords(item.error, t) : t.message(saidOf(item.error))}
      {canRetry &&
        !isRefused &&
        ` ${t('Retry uses the flow and its model as they are now; you can also send another message.')}`}
    </Card>
  )
}

function failureTitle(name: string | null, isRefused: boolean, t: Translate): string {
  if (isRefused)
    return name === null ? t('This turn was not allowed to go on') : t('{name} was not allowed to go on', { name })
  return name === null ? t('This turn failed') : t('{name} could not go on', { name })
}

/** A turn that nobody works on any more. */
export function UnfinishedCard() {
  const t = useT()
  const { run } = useRunPlace()
  return (
    <Card
      tone="calm"
      title={t('This turn was interrupted')}
      actions={
        <Button size="compact-sm" variant="filled" onClick={() => void run.resume()}>
          {t('Continue')}
        </Button>
      }
    >
      {t('Baton was closed before the turn ended. It can go on at the first step that is missing.')}
    </Card>
  )
}

/** A limit that ended a turn, that a person stopped it, what a person answered, or why it began again. */
export function NoteLine({ item }: { item: NoteItem }) {
  const t = useT()
  const place = useShownPlace(item.place ?? null)
  if (item.isPast) return null
  if (item.note !== 'limit')
    return (
      <div className={linesStyles.lineNote} data-kind={item.note}>
        <span role="status">{t.message(item.text)}</span>{' '}
        <LimitLink place={item.place ?? null} words="Show the budget" />
      </div>
    )
  const after = item.after ?? 'go-on'
  return (
    <Card
      tone="calm"
      title={t('The turn ended at a limit')}
      label={t('Limit')}
      actions={place !== null && <LimitButton place={place} after={after} />}
    >
      {t(item.place === null ? WITHOUT_PLACE : AFTER_LIMIT[after], { text: t.message(item.text) })}
    </Card>
  )
}

/** Leads to the field in which the limit is set. */
function LimitButton({ place, after }: { place: ShownPlace; after: AfterLimit }) {
  const t = useT()
  const editor = useEditor()
  return (
    <Button size="compact-sm" onClick={() => showProblem(editor, place)}>
      {t(after === 'go-on' ? 'Show the limit' : 'Raise the budget')}
    </Button>
  )
}

const WITHOUT_PLACE = '{text} You can go on with another message.'

const AFTER_LIMIT = {
  'go-on': '{text} You can go on with another message; limits are in the flow settings.',
  'raise-thread':
    '{text} What was said is kept. Raise the budget in the flow settings to go on, or begin a new thread.',
  'raise-node': '{text} You can go on with another message, or raise the budget in the settings of that node.',
  'raise-node-thread':
    '{text} What was said is kept. Raise the budget in the settings of that node to go on with it, or begin a new thread.',
} as const satisfies { readonly [What in AfterLimit]: string }

const START_TITLES: ReadonlyMap<string, PlainText> = new Map<string, PlainText>([
  ['flow-has-problems', 'The flow cannot run yet'],
  ['consent-needed', 'That is not allowed'],
  ['thread-mismatch', 'A part of this conversation is lost'],
])

/** What a person can do where the data folder has lost a part of a conversation. */
function MismatchChoices() {
  const t = useT()
  const { run } = useRunPlace()
  return (
    <>
      <Button size="compact-sm" onClick={() => void run.rebuild()}>
        {t('Go on from what is shown')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => run.newThread()}>
        {t('New thread')}
      </Button>
    </>
  )
}

/** Why what was asked for did not begin. */
export function StartErrorCard({ error }: { error: AppError }) {
  return useIsSaidByComposer(error) ? null : <StartCard error={error} />
}

/** Whether the box for the next message says it, with what mends it, or said it and it is mended. */
function useIsSaidByComposer(error: AppError): boolean {
  const isBlocked = useProblems(({ blocking }) => blocking !== null)
  const [said, setSaid] = useState<AppError | null>(null)
  if (error.code !== 'flow-has-problems') return false
  if (isBlocked && said !== error) setSaid(error)
  return isBlocked || said === error
}

function StartCard({ error }: { error: AppError }) {
  const t = useT()
  const { run, openSettings } = useRunPlace()
  const { docks } = useServices()
  const showNode = useShowNode()
  const nodes = useFlow((flow) => flow.nodes)
  const node = typeof error.details['node'] === 'string' ? error.details['node'] : null
  const isKnown = node !== null && Object.hasOwn(nodes, drawnNode(node))
  return (
    <Card
      tone={error.code === 'consent-needed' ? 'calm' : 'danger'}
      title={t(START_TITLES.get(error.code) ?? 'That did not begin')}
      node={node}
      actions={
        <>
          {error.code === 'flow-has-problems' && (
            <Button size="compact-sm" onClick={() => docks.openBottom('problems')}>
              {t('Show problems')}
            </Button>
          )}
          {error.code === 'thread-mismatch' && <MismatchChoices />}
          {isMendedInSettings(error.code) && openSettings !== undefined && (
            <Button size="compact-sm" onClick={openSettings}>
              {t('Open settings')}
            </Button>
          )}
          {isKnown && (
            <Button size="compact-sm" onClick={() => showNode(node)}>
              {t('Show node')}
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => run.dismissError()}>
            {t('Dismiss')}
          </Button>
        </>
      }
    >
      {t.message(saidOf(error))}
    </Card>
  )
}
