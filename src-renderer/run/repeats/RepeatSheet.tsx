/** The calls that would be made again, before anything runs again: for each what it does, what it gave, and what becomes of it now. */
import { Button, NativeSelect } from '@mantine/core'
import { useState, type MouseEvent } from 'react'
import type { PlainText, Translate } from '../../../src-shared/languages/translate'
import {
  callsToMake,
  usualChoice,
  type RepeatChoice,
  type RepeatDecision,
  type RepeatedCall,
} from '../../../src-shared/run/log/repeats'
import type { ToolEffect } from '../../../src-shared/flow/tool-effects'
import { oneLine } from '../../../src-shared/run/words/text'
import { cx } from '../../ui/cx'
import { useT } from '../../ui/language'
import { DraftNote } from '../../ui/DraftNote'
import { formPlace, useFormDraft } from '../../ui/form-drafts'
import { TextArea } from '../../ui/TextArea'
import { CallSearch } from '../CallSearch'
import { findCalls } from '../find-calls'
import { useNameOf } from '../participants'
import type { RepeatQuestion, RepeatVerb } from '../store/run-state'
import { useRun, useRunStore } from '../store/run-context'
import { Dialog } from '../../ui/layers/Dialog'
import textStyles from '../../ui/text.module.css'
import styles from './RepeatSheet.module.css'

/** Needs a `RunProvider` around it. */
export function RepeatSheet() {
  const t = useT()
  const run = useRunStore()
  const asking = useRun((state) => state.repeating)
  return (
    <Dialog
      opened={asking !== null}
      onClose={() => run.repeats.decide(null)}
      title={t('What happens with these calls?')}
      size={680}
      classNames={{ content: styles.sheet, body: styles.body }}
    >
      {asking !== null && <Sheet key={asking.calls[0]?.id} asking={asking} />}
    </Dialog>
  )
}

/** By the id of a call: what becomes of it, and what was written by hand. */
type Choices = { readonly [id: string]: { choice: RepeatChoice; text: string } }

/** By the calls that are asked about. */
const CHOICES_FORM = formPlace<Choices>()

const RUN_WORDS = { again: 'Run again', retry: 'Retry', plan: 'Run again', fork: 'Go on' } as const satisfies Record<
  RepeatVerb,
  PlainText
>

function usualChoices(calls: readonly RepeatedCall[]): Choices {
  return Object.fromEntries(calls.map((call) => [call.id, { choice: usualChoice(call), text: '' }]))
}

const INTRO =
  'The part that runs again called tools. What only reads is called again; of all else the recorded result is taken, unless you say otherwise.'
const INTRO_WORDS = {
  again: INTRO,
  retry: INTRO,
  plan: INTRO,
  fork: 'After this step the thread called tools. Where the new thread makes the same calls, what only reads is called again; of all else the recorded result is taken, unless you say otherwise.',
} as const satisfies Record<RepeatVerb, PlainText>

function Sheet({ asking: { verb, calls } }: { asking: RepeatQuestion }) {
  const t = useT()
  const run = useRunStore()
  const draft = useFormDraft(CHOICES_FORM, JSON.stringify(calls.map(({ id }) => id)), usualChoices(calls))
  const { value: choices, set: setChoices, leave } = draft
  const [typed, setTyped] = useState('')
  const found = findCalls(calls, typed, ({ tool, arguments: args, edited, result }) => ({
    tool: edited?.tool ?? tool,
    arguments: edited?.input ?? args,
    result: result?.text ?? '',
  }))
  const isPart = found.length < calls.length
  const choiceOf = ({ id }: RepeatedCall): RepeatChoice => choices[id]?.choice ?? 'recorded'
  const made = new Set(callsToMake(calls, choiceOf).map(({ id }) => id))
  const isReached = ({ inside }: RepeatedCall): boolean => inside === null || made.has(inside)
  const choose = (id: string, now: Partial<Choices[string]>): void =>
    setChoices((all) => ({ ...all, [id]: { choice: 'recorded', text: '', ...all[id], ...now } }))
  const chooseAll = (of: (call: RepeatedCall) => RepeatChoice): void =>
    setChoices((all) => ({
      ...all,
      ...Object.fromEntries(found.map((call) => [call.id, { text: all[call.id]?.text ?? '', choice: of(call) }])),
    }))
  const begin = (event: MouseEvent): void => {
    // The second click of a double one may meet another sheet than the first.
    if (event.detail > 1) return
    leave(() => run.repeats.decide(calls.map(({ id }) => decisionOf(id, choices))))
  }
  return (
    <>
      <p className={styles.intro}>{t(INTRO_WORDS[verb])}</p>
      <DraftNote draft={draft} />
      <div className={styles.list} tabIndex={-1}>
        <CallSearch typed={typed} onType={setTyped} found={found.length} all={calls.length} isInset>
          {found.map((call) => (
            <CallRow
              key={call.id}
              call={call}
              choice={choiceOf(call)}
              text={choices[call.id]?.text ?? ''}
              isReached={isReached(call)}
              onChoose={(now) => choose(call.id, now)}
            />
          ))}
        </CallSearch>
      </div>
      <footer className={styles.foot}>
        <span className={styles.forecast} role="status">
          {forecastWords(
            calls.filter(({ id }) => made.has(id)),
            t,
          )}
        </span>
        {calls.length > 2 && (
          <>
            <Button
              variant="subtle"
              color="gray"
              disabled={found.length === 0}
              onClick={() => chooseAll(recordedWhereKnown)}
            >
              {isPart ? t('Take the results of those found') : t('Take all results')}
            </Button>
            <Button
              variant="subtle"
              color="gray"
              disabled={found.length === 0}
              onClick={() => chooseAll(() => 'again')}
            >
              {isPart ? t('Call those found again') : t('Call all again')}
            </Button>
          </>
        )}
        <Button data-autofocus onClick={() => leave(() => run.repeats.decide(null))}>
          {t('Cancel')}
        </Button>
        <Button variant="filled" onClick={begin}>
          {t(RUN_WORDS[verb])}
        </Button>
      </footer>
    </>
  )
}

function recordedWhereKnown({ result }: RepeatedCall): RepeatChoice {
  return result === null ? 'again' : 'recorded'
}

function decisionOf(id: string, choices: Choices): RepeatDecision {
  const { choice, text } = choices[id] ?? { choice: 'recorded', text: '' }
  return choice === 'by-hand' ? { id, choice, text } : { id, choice }
}

function forecastWords(calls: readonly RepeatedCall[], t: Translate): string {
  const count = calls.reduce((sum, { times }) => sum + times, 0)
  const changing = calls.filter(({ effect }) => effect !== 'reads').reduce((sum, { times }) => sum + times, 0)
  if (count === 0) return t('No tool is called.')
  const made = t('{count, plural, one {# call} other {# calls}}', { count })
  return changing === 0 ? made : t('{made}, {changing} may change something', { made, changing })
}

const EFFECTS = {
  reads: 'reads',
  writes: 'changes',
  destroys: 'deletes',
  unknown: 'not known',
} as const satisfies Record<ToolEffect, PlainText>

type CallRowProps = {
  call: RepeatedCall
  choice: RepeatChoice
  text: string
  /** The call round it is made, so that this one is come to. */
  isReached: boolean
  onChoose: (now: Partial<Choices[string]>) => void
}

function CallRow({ call, choice, text, isReached, onChoose }: CallRowProps) {
  const t = useT()
  const nameOf = useNameOf()
  const { effect, result, edited } = call
  const tool = edited?.tool ?? call.tool
  const args = edited?.input ?? call.arguments
  const gave = result === null || result.text === '' ? t('nothing') : oneLine(result.text, 200)
  const options: { value: RepeatChoice; label: string; disabled?: boolean }[] = [
    { value: 'recorded', label: t('Recorded result'), disabled: result === null },
    { value: 'again', label: t('Call again') },
    { value: 'by-hand', label: t('Answer by hand') },
  ]
  return (
    <div className={styles.row} data-inside={call.inside !== null || undefined} data-out={!isReached || undefined}>
      <div className={styles.what}>
        <div className={styles.line}>
          <span className={styles.effect} data-effect={effect}>
            {t(EFFECTS[effect])}
          </span>
          <span className={styles.tool}>{tool}</span>
          <span className={styles.who}>{nameOf(call.node)}</span>
          {edited !== undefined && <span className={styles.who}>{t('changed by you')}</span>}
        </div>
        <div className={cx(styles.detail, textStyles.ellipsis)} title={args}>
          {oneLine(args === '{}' ? t('without arguments') : args, 200)}
        </div>
        <div className={cx(styles.detail, textStyles.ellipsis)} title={result?.text}>
          {result === null
            ? t('No result was kept')
            : edited === undefined
              ? `→ ${gave}`
              : t('Before, with {arguments}: {result}', { arguments: oneLine(call.arguments, 100), result: gave })}
        </div>
      </div>
      <NativeSelect
        className={styles.choice}
        size="xs"
        aria-label={t('What happens with {tool}', { tool })}
        disabled={!isReached}
        value={choice}
        data={options}
        onChange={({ currentTarget: { value } }) => {
          const chosen = options.find((option) => option.value === value)
          if (chosen === undefined) return
          // An answer by hand begins with what there was, to be changed.
          const begun = chosen.value === 'by-hand' && text === '' ? { text: result?.text ?? '' } : {}
          onChoose({ choice: chosen.value, ...begun })
        }}
      />
      {choice === 'by-hand' && isReached && (
        <TextArea
          className={styles.answer}
          aria-label={t('Answer of {tool}', { tool })}
          placeholder={t('What the model reads in its place')}
          minRows={1}
          maxRows={6}
          value={text}
          onChange={(event) => onChoose({ text: event.currentTarget.value })}
        />
      )}
    </div>
  )
}
