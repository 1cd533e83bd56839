/** "Ask again": the decisions that are shown in the table, asked of another model or with another prompt, after saying what that costs; and what came of it. */
import { Button, Select } from '@mantine/core'
import { useMemo, useState } from 'react'
import { DEFAULT_CONNECTION, modelChoices } from '../../src-shared/flow/model-choices'
import { MOST_REPLAYED, type ReplayForecast, type ReplayInput, type ReplaySummary } from '../../src-shared/rpc/replays'
import type { FlowDecision } from '../../src-shared/run/log/flow-decisions'
import { dollarWords } from '../../src-shared/run/words/figures'
import { useConnections } from '../ui/connections'
import { LargeView } from '../ui/LargeView'
import { useT } from '../ui/language'
import { ModelNameBox } from '../ui/ModelNameBox'
import { TextArea } from '../ui/TextArea'
import { useListedModels } from '../ui/use-listed-models'
import { ReplayResults } from './ReplayResults'
import { useForecast, useReplay } from './use-replay'
import { saidOf } from '../../src-shared/errors'
import { type Translate } from '../../src-shared/languages/translate'
import styles from './ReplayDialog.module.css'

type ReplayDialogProps = {
  flowId: string
  decisions: readonly FlowDecision[]
  nameOf: (node: string) => string
  onClose: () => void
}

const AS_BEFORE = ' '

export function ReplayDialog({ flowId, decisions, nameOf, onClose }: ReplayDialogProps) {
  const t = useT()
  const [connection, setConnection] = useState<string | null>(null)
  const [model, setModel] = useState('')
  const [prompt, setPrompt] = useState<string | null>(null)
  const replay = useReplay(flowId)
  const connections = useConnections()
  const listed = useListedModels(connections.find(({ name }) => name === (connection ?? DEFAULT_CONNECTION)))
  const input = useMemo(
    (): ReplayInput => ({
      flowId,
      decisions: decisions.slice(0, MOST_REPLAYED).map(({ threadId, runId, span }) => ({ threadId, runId, span })),
      connection,
      model: model.trim(),
      prompt,
    }),
    [flowId, decisions, connection, model, prompt],
  )
  const { forecast, error } = useForecast(input)
  const problem = error ?? replay.error
  return (
    <LargeView title={t('Ask again')} isOpen onClose={onClose}>
      <div className={styles.page}>
        <div className={styles.form} role="group" aria-label={t('Who is asked, and what')}>
          <Select
            className={styles.model}
            size="xs"
            label={t('Connection')}
            data={[
              { value: AS_BEFORE, label: t('As before') },
              ...translated(modelChoices(connections, connection), t),
            ]}
            value={connection ?? AS_BEFORE}
            allowDeselect={false}
            onChange={(value) => setConnection(value === null || value === AS_BEFORE ? null : value)}
          />
          <ModelNameBox
            className={styles.model}
            size="xs"
            label={t('Model')}
            placeholder={connection === null ? t('As before') : t('Default of the connection')}
            models={listed.models}
            value={model}
            onFocus={listed.ask}
            onChange={setModel}
          />
          {prompt === null ? (
            <Button
              variant="default"
              size="xs"
              disabled={forecast?.template == null}
              title={
                forecast !== null && forecast.template === null
                  ? t('They have different prompts. Narrow the table to one kind of decision of one node.')
                  : undefined
              }
              onClick={() => setPrompt(forecast?.template ?? null)}
            >
              {t('Edit the prompt')}
            </Button>
          ) : (
            <Button variant="default" size="xs" onClick={() => setPrompt(null)}>
              {t('Prompt as before')}
            </Button>
          )}
          <Earlier
            earlier={replay.earlier}
            shown={replay.shown?.id ?? null}
            onOpen={(earlier) => replay.open(earlier)}
          />
        </div>
        {prompt !== null && (
          <TextArea
            minRows={4}
            maxRows={10}
            size="xs"
            label={t('Prompt')}
            description={t(
              'Slots in braces are filled with their original values. {whole} is the whole prompt as it was sent.',
              { whole: '{prompt}' },
            )}
            value={prompt}
            onChange={(event) => setPrompt(event.currentTarget.value)}
          />
        )}
        <AskBar {...{ input, forecast, replay }} isCounting={error === null} total={decisions.length} />
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {t.message(saidOf(problem))}
          </p>
        )}
        {replay.shown === null ? (
          <p className={styles.note}>
            {t(
              'Only the models are asked: no tool runs, and no thread changes. Decisions that come out differently are listed here.',
            )}
          </p>
        ) : (
          <ReplayResults shown={replay.shown} nameOf={nameOf} onCase={onClose} />
        )}
      </div>
    </LargeView>
  )
}

type AskBarProps = {
  input: ReplayInput
  /** Null: not known, or not of this input. */
  forecast: ReplayForecast | null
  isCounting: boolean
  /** How many are shown; no more than `MOST_REPLAYED` of them are asked. */
  total: number
  replay: ReturnType<typeof useReplay>
}

/** The price, and the button that asks or stops. The second press of a double click is of no use on either. */
function AskBar({ input, forecast, isCounting, total, replay }: AskBarProps) {
  const t = useT()
  return (
    <div className={styles.bar}>
      <div className={styles.price}>
        <div className={styles.price} role="status" aria-label={t('Price')}>
          {forecast !== null ? <Price forecast={forecast} /> : isCounting && t('Counting…')}
        </div>
        {total > MOST_REPLAYED && (
          <span className={styles.skipped}>
            {t(
              'Only the first {count, number} of {total, number} decisions are asked. Narrow the table to ask others.',
              {
                count: MOST_REPLAYED,
                total,
              },
            )}
          </span>
        )}
      </div>
      {replay.shown?.isRunning === true ? (
        <Button
          key="stop"
          variant="default"
          size="xs"
          onClick={(event) => {
            if (event.detail <= 1) replay.stop()
          }}
        >
          {t('Stop')}
        </Button>
      ) : (
        <Button
          key="ask"
          variant="filled"
          size="xs"
          loading={replay.isStarting}
          disabled={forecast === null || forecast.calls === 0}
          onClick={(event) => {
            if (event.detail <= 1) void replay.start(input)
          }}
        >
          {t('Ask')}
        </Button>
      )}
    </div>
  )
}

function translated(choices: ReturnType<typeof modelChoices>, t: Translate) {
  return choices.map(({ value, label }) => ({ value, label: t.message(label) }))
}

function Price({ forecast }: { forecast: ReplayForecast }) {
  const t = useT()
  const { calls, tokens, dollars, skipped, asked } = forecast
  const price = dollars === null ? t('price not known') : t('about {amount}', { amount: dollarWords(dollars, t) })
  const models = asked.map((one) => `${one.connection}: ${one.model}`).join(', ')
  const [first] = skipped
  return (
    <>
      <span>
        {t('{count, plural, one {# call} other {# calls}}', { count: calls })} ·{' '}
        {t('about {input, number} tokens in, {output, number} out', {
          input: Math.round(tokens.input),
          output: Math.round(tokens.output),
        })}{' '}
        · <b>{price}</b>
        {models !== '' && ` · ${models}`}
      </span>
      {first !== undefined && (
        <span className={styles.skipped}>
          {t('{count, plural, one {# is left out} other {# are left out}}', { count: skipped.length })}:{' '}
          {t.known(first.why)}
        </span>
      )}
    </>
  )
}

type EarlierProps = { earlier: readonly ReplaySummary[]; shown: string | null; onOpen: (replay: ReplaySummary) => void }

/** Replays that are kept. */
function Earlier({ earlier, shown, onOpen }: EarlierProps) {
  const t = useT()
  if (earlier.length === 0) return null
  const labelOf = ({ at, connection, model, prompt, done, calls, flips }: ReplaySummary) =>
    [
      new Date(at).toLocaleString(t.tag),
      model || connection || t('As before'),
      ...(prompt === null ? [] : [t('“{words}”', { words: beginning(prompt) })]),
      t('{count, plural, one {# flip} other {# flips}}', { count: flips }),
      t('{count, number} of {total, number}', { count: done, total: calls }),
    ].join(' · ')
  return (
    <Select
      className={styles.earlier}
      size="xs"
      label={t('Earlier')}
      placeholder={t('Choose')}
      data={earlier.map((one) => ({ value: one.id, label: labelOf(one) }))}
      value={earlier.some(({ id }) => id === shown) ? shown : null}
      allowDeselect={false}
      onChange={(id) => {
        const found = earlier.find((one) => one.id === id)
        if (found !== undefined) onOpen(found)
      }}
    />
  )
}

/** So many characters of a prompt are in a label. */
const PROMPT_SHOWN = 40

function beginning(prompt: string): string {
  const characters = Array.from(
    prompt
      .slice(0, 10 * PROMPT_SHOWN)
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
  return characters.length > PROMPT_SHOWN ? `${characters.slice(0, PROMPT_SHOWN).join('')}…` : characters.join('')
}
