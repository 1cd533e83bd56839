/** A call that waits for a person: what will happen with which arguments, and what can be decided: run, change, refuse, or answer in its place. */
import { Button, Menu, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { isSameJson } from '../../src-shared/flow/json'
import type { JsonObject } from '../../src-shared/flow/records'
import type { CallDecision, DescribedAnew, QuestionOf } from '../../src-shared/run/log/questions'
import { describedAnewWords } from '../../src-shared/run/words/described-anew'
import { MenuList } from '../ui/layers/MenuList'
import { IconButton } from '../ui/IconButton'
import { cx } from '../ui/cx'
import { QuestionFrame } from '../ui/QuestionFrame'
import { TextArea } from '../ui/TextArea'
import { useT } from '../ui/language'
import { argumentText, draftOf, otherView, readDraft, type ArgumentsDraft } from './call-draft'
import cardStyles from '../ui/Card.module.css'
import formStyles from '../ui/form.module.css'
import textStyles from '../ui/text.module.css'
import styles from './CallCard.module.css'

export type CallCardProps = {
  question: QuestionOf<'approve-call'>
  /** Who wants to call it. */
  who: string
  isBusy: boolean
  onDecide: (decision: CallDecision) => void
}

type Mode = 'look' | 'change' | 'refuse' | 'answer'

export function CallCard({ question, who, isBusy, onDecide }: CallCardProps) {
  const t = useT()
  const { tool, arguments: args, mayHaveRun, problem, describedAnew } = question
  const [mode, setMode] = useState<Mode>(problem === null ? 'look' : 'change')
  /** What was begun and cancelled: its button has the focus again. */
  const [left, setLeft] = useState<Mode | null>(null)
  const back = (): void => {
    setLeft(mode)
    setMode('look')
  }
  const parts = { isBusy, onBack: back, onDecide }
  return (
    <QuestionFrame
      title={t('{name} wants to call {tool}', { name: who, tool })}
      name={t('Call of {tool} to decide on', { tool })}
    >
      {describedAnew !== undefined && <ChangedTool tool={tool} anew={describedAnew} />}
      {mayHaveRun && (
        <div className={styles.warning} role="alert">
          {t('It was begun before Baton was ended, so it may have taken effect already. Running it may do it twice.')}
        </div>
      )}
      {problem !== null && (
        <div className={styles.problem} role="alert">
          {problem}
        </div>
      )}
      {mode === 'change' ? <Change args={args} {...parts} /> : <Arguments args={args} />}
      {mode === 'look' && (
        <div className={cx(cardStyles.actions, styles.choices)}>
          <span className={styles.run}>
            <Button
              size="compact-sm"
              px={6}
              variant="filled"
              disabled={isBusy}
              onClick={() => onDecide({ is: 'approve' })}
            >
              {mayHaveRun ? t('Run it again') : t('Run')}
            </Button>
            {question.ruleDigest !== undefined && <WiderChoices tool={tool} isBusy={isBusy} onDecide={onDecide} />}
          </span>
          <Button
            size="compact-sm"
            px={6}
            disabled={isBusy}
            autoFocus={left === 'change'}
            onClick={() => setMode('change')}
          >
            {t('Change')}
          </Button>
          <Button
            size="compact-sm"
            px={6}
            disabled={isBusy}
            autoFocus={left === 'answer'}
            onClick={() => setMode('answer')}
          >
            {t('Answer for it')}
          </Button>
          <Button
            size="compact-sm"
            px={6}
            variant="subtle"
            color="gray"
            disabled={isBusy}
            autoFocus={left === 'refuse'}
            onClick={() => setMode('refuse')}
          >
            {t('Refuse')}
          </Button>
        </div>
      )}
      {mode === 'refuse' && <Refuse {...parts} />}
      {mode === 'answer' && <AnswerFor tool={tool} {...parts} />}
    </QuestionFrame>
  )
}

/** That the tool is another than when it was asked about before, with what was said of it then and is said now. */
function ChangedTool({ tool, anew }: { tool: string; anew: DescribedAnew }) {
  const { why, told } = describedAnewWords(tool, anew, useT())
  return (
    <>
      <div className={styles.warning} role="alert">
        {why}
      </div>
      {told.map(({ label, text }) => (
        <div key={label} className={styles.told}>
          <div className={styles.label}>{label}</div>
          <pre className={cx(textStyles.code, styles.toldText)} tabIndex={0} aria-label={label}>
            {text}
          </pre>
        </div>
      ))}
    </>
  )
}

type WiderChoicesProps = { tool: string; isBusy: boolean; onDecide: (decision: CallDecision) => void }

/** What lets later calls run too: behind a menu, so that no key does it by itself. */
function WiderChoices({ tool, isBusy, onDecide }: WiderChoicesProps) {
  const t = useT()
  return (
    <Menu position="bottom-start" width={280} withinPortal={false}>
      <Menu.Target>
        <IconButton label={t('Run and remember')} size={26} disabled={isBusy}>
          <IconChevronDown size={14} aria-hidden />
        </IconButton>
      </Menu.Target>
      <MenuList>
        <Menu.Item onClick={() => onDecide({ is: 'approve', remember: 'thread' })}>
          {t('Run, and let {tool} run without asking in this thread', { tool })}
        </Menu.Item>
        <Menu.Item onClick={() => onDecide({ is: 'approve', remember: 'flow' })}>
          {t('Run, and always let {tool} run without asking in this flow', { tool })}
        </Menu.Item>
      </MenuList>
    </Menu>
  )
}

/** A table, or the JSON where a person wants to see that. */
function Arguments({ args }: { args: JsonObject }) {
  const t = useT()
  const [isJson, setJson] = useState(false)
  const rows = Object.entries(args)
  if (rows.length === 0) return <div className={styles.none}>{t('It takes no arguments.')}</div>
  return (
    <div className={styles.arguments}>
      {isJson ? (
        <pre className={textStyles.code} tabIndex={0} aria-label={t('Arguments as JSON')}>
          {JSON.stringify(args, null, 2)}
        </pre>
      ) : (
        <table className={styles.table} aria-label={t('Arguments')}>
          <tbody>
            {rows.map(([name, value]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{argumentText(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Toggle isJson={isJson} onClick={() => setJson(!isJson)} />
    </div>
  )
}

function Toggle({ isJson, onClick }: { isJson: boolean; onClick: () => void }) {
  const t = useT()
  return (
    <button type="button" className={cx(textStyles.link, styles.toggle)} onClick={onClick}>
      {isJson ? t('Show as a table') : t('Show as JSON')}
    </button>
  )
}

type PartProps = { isBusy: boolean; onBack: () => void; onDecide: (decision: CallDecision) => void }

function Change({ args, isBusy, onBack, onDecide }: PartProps & { args: JsonObject }) {
  const t = useT()
  const [draft, setDraft] = useState<ArgumentsDraft>(() => draftOf(args))
  const read = readDraft(draft)
  const wrong = 'wrong' in read ? (read.wrong ?? '') : undefined
  return (
    <>
      <div className={styles.arguments}>
        {draft.view === 'json' ? (
          <TextArea
            className={formStyles.monoInput}
            size="xs"
            aria-label={t('Arguments as JSON')}
            autoFocus
            minRows={4}
            maxRows={14}
            value={draft.text}
            error={wrong === undefined ? null : t('This is not a JSON object yet.')}
            onChange={(event) => setDraft({ view: 'json', text: event.currentTarget.value })}
          />
        ) : (
          <div className={styles.fields}>
            {Object.entries(draft.lines).map(([name, text], index) => (
              <TextInput
                key={name}
                size="xs"
                label={name}
                autoFocus={index === 0}
                value={text}
                disabled={isBusy}
                error={wrong === name ? t('This is not a JSON value yet.') : null}
                onChange={(event) =>
                  setDraft({ ...draft, lines: { ...draft.lines, [name]: event.currentTarget.value } })
                }
              />
            ))}
          </div>
        )}
        <Toggle isJson={draft.view === 'json'} onClick={() => setDraft(otherView(draft))} />
      </div>
      <Decide onBack={onBack}>
        <Button
          size="compact-sm"
          variant="filled"
          disabled={isBusy || wrong !== undefined}
          onClick={() => {
            if (!('args' in read)) return
            // What was looked at and left as it was is no change that the model has to hear of.
            onDecide(isSameJson(read.args, args) ? { is: 'approve' } : { is: 'edit', arguments: read.args })
          }}
        >
          {t('Run with these')}
        </Button>
      </Decide>
    </>
  )
}

function Refuse({ isBusy, onBack, onDecide }: PartProps) {
  const t = useT()
  const [reason, setReason] = useState('')
  const refuse = (): void => onDecide({ is: 'refuse', reason: reason.trim() })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) refuse()
      }}
    >
      <TextInput
        size="xs"
        className={styles.field}
        label={t('Why not (the model reads it)')}
        autoFocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Decide onBack={onBack}>
        <Button size="compact-sm" variant="filled" type="submit" disabled={isBusy}>
          {t('Refuse')}
        </Button>
      </Decide>
    </form>
  )
}

function AnswerFor({ tool, isBusy, onBack, onDecide }: PartProps & { tool: string }) {
  const t = useT()
  const [text, setText] = useState('')
  return (
    <>
      <TextArea
        size="xs"
        className={styles.field}
        label={t('The result, in the place of {tool}', { tool })}
        autoFocus
        minRows={2}
        maxRows={10}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Decide onBack={onBack}>
        <Button
          size="compact-sm"
          variant="filled"
          disabled={isBusy || text.trim() === ''}
          onClick={() => onDecide({ is: 'answer', text })}
        >
          {t('Give this result')}
        </Button>
      </Decide>
    </>
  )
}

function Decide({ onBack, children }: { onBack: () => void; children: ReactNode }) {
  const t = useT()
  return (
    <div className={cardStyles.actions}>
      {children}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onBack}>
        {t('Cancel')}
      </Button>
    </div>
  )
}
