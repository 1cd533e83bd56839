/** The fields of the sheet: who goes on, values, results, steps of a plan, and the instruction and model of one node at a time. */
import { Checkbox, NativeSelect } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { EditableNode, ForkChoices } from '../../../src-shared/rpc/fork-choices'
import { oneLine } from '../../../src-shared/run/words/text'
import { modelChoices } from '../../../src-shared/flow/model-choices'
import { useConnections } from '../../ui/connections'
import { useT } from '../../ui/language'
import { ModelNameBox } from '../../ui/ModelNameBox'
import { TextArea } from '../../ui/TextArea'
import { useListedModels } from '../../ui/use-listed-models'
import { CallSearch } from '../CallSearch'
import { findCalls } from '../find-calls'
import {
  draftAmong,
  draftKey,
  planStepLabel,
  saysError,
  typedValue,
  type DraftIssues,
  type Drafts,
} from './fork-drafts'
import styles from './ForkDialog.module.css'

type FieldsProps = {
  choices: ForkChoices
  drafts: Drafts
  onDraft: (key: string, text: string) => void
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

/** Nobody begins before each node that is gone has another one in its place. */
export function Substitutes({ choices, drafts, onDraft }: FieldsProps) {
  const t = useT()
  if (choices.missing.length === 0) return null
  return (
    <Section title={t('Nodes that are gone')}>
      <p className={styles.note}>
        {t('These nodes took part in this step and have since been deleted. Choose a replacement for each.')}
      </p>
      {choices.missing.map(({ node, name, candidates }) =>
        candidates.length === 0 ? (
          <p key={node} className={styles.fault} role="alert">
            {name}: {t('No node can take its place. Use the drawing as it was then.')}
          </p>
        ) : (
          <NativeSelect
            key={node}
            className={styles.field}
            label={t('Replace {name} with', { name })}
            value={draftAmong(drafts, draftKey.substitute(node), candidates)}
            data={[
              { value: '', label: t('Choose a node') },
              ...candidates.map((one) => ({ value: one.node, label: one.name })),
            ]}
            onChange={(event) => onDraft(draftKey.substitute(node), event.currentTarget.value)}
          />
        ),
      )}
    </Section>
  )
}

export function ForkFields({ issues, ...fields }: FieldsProps & { issues: DraftIssues }) {
  return (
    <>
      <Holder {...fields} />
      <Nodes {...fields} />
      <Variables {...fields} issues={issues} />
      <Results {...fields} />
      <PlanSteps {...fields} />
    </>
  )
}

function Holder({ choices: { holder, holders, missing }, drafts, onDraft }: FieldsProps) {
  const t = useT()
  const usualWords = ({ node, name }: { node: string; name: string }): string => {
    const gone = missing.find((one) => one.node === node)
    if (gone === undefined) return t('{name}, as it was', { name })
    const by = draftAmong(drafts, draftKey.substitute(node), gone.candidates)
    const substitute = gone.candidates.find((one) => one.node === by)
    return substitute === undefined
      ? t('Whoever replaces {name}', { name })
      : t('{name}, in the place of {gone}', { name: substitute.name, gone: name })
  }
  const others = holders.filter(({ node }) => node !== holder?.node)
  if (others.length === 0) return null
  const usual = holder === null ? t('As the flow says') : usualWords(holder)
  return (
    <Section title={t('Who goes on')}>
      <NativeSelect
        className={styles.field}
        aria-label={t('Who goes on')}
        value={draftAmong(drafts, draftKey.holder, others)}
        data={[{ value: '', label: usual }, ...others.map(({ node, name }) => ({ value: node, label: name }))]}
        onChange={(event) => onDraft(draftKey.holder, event.currentTarget.value)}
      />
    </Section>
  )
}

function Nodes(fields: FieldsProps) {
  const t = useT()
  const { nodes, holder } = fields.choices
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = nodes.find(({ node }) => node === (chosen ?? holder?.node)) ?? nodes[0]
  if (shown === undefined) return null
  return (
    <Section title={t('Instruction and model')}>
      <p className={styles.note}>{t('In the new thread only. The flow stays as it is.')}</p>
      <NativeSelect
        className={styles.field}
        aria-label={t('Node')}
        value={shown.node}
        data={nodes.map((one) => ({ value: one.node, label: one.name + (isChanged(fields, one) ? ' •' : '') }))}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <NodeFields key={shown.node} node={shown} {...fields} />
    </Section>
  )
}

function isChanged({ drafts }: FieldsProps, { node, prompts, model }: EditableNode): boolean {
  const prompt = prompts.some(({ field, text }) => (drafts[draftKey.prompt(node, field)] ?? text) !== text)
  if (model === null || prompt) return prompt
  const { connection, model: name } = model
  return (
    (drafts[draftKey.connection(node)] ?? connection) !== connection || (drafts[draftKey.model(node)] ?? name) !== name
  )
}

function NodeFields({
  node: { node, prompts, model },
  choices,
  drafts,
  onDraft,
}: FieldsProps & { node: EditableNode }) {
  const t = useT()
  return (
    <>
      {prompts.map(({ field, label, text }) => (
        <TextArea
          key={field}
          label={t.known(label)}
          minRows={2}
          maxRows={8}
          value={drafts[draftKey.prompt(node, field)] ?? text}
          onChange={(event) => onDraft(draftKey.prompt(node, field), event.currentTarget.value)}
        />
      ))}
      {model !== null && (
        <NodeModel node={node} model={model} drafts={drafts} onDraft={onDraft} flowConnection={choices.connection} />
      )}
    </>
  )
}

type NodeModelProps = Pick<FieldsProps, 'drafts' | 'onDraft'> & {
  node: string
  model: NonNullable<EditableNode['model']>
  /** The one that is asked where the node names none. */
  flowConnection: string
}

function NodeModel({ node, model, drafts, onDraft, flowConnection }: NodeModelProps) {
  const t = useT()
  const connections = useConnections()
  const connection = drafts[draftKey.connection(node)] ?? model.connection
  const listed = useListedModels(connections.find(({ name }) => name === (connection || flowConnection)))
  return (
    <div className={styles.pair}>
      <NativeSelect
        label={t('Connection')}
        value={connection}
        data={[
          { value: '', label: t('As the flow says') },
          ...modelChoices(connections, connection || null).map(({ value, label }) => ({
            value,
            label: t.message(label),
          })),
        ]}
        onChange={(event) => onDraft(draftKey.connection(node), event.currentTarget.value)}
      />
      <ModelNameBox
        label={t('Model')}
        placeholder={connection === '' ? t('As the flow says') : t('Default of the connection')}
        models={listed.models}
        value={drafts[draftKey.model(node)] ?? model.model}
        onFocus={listed.ask}
        onChange={(name) => onDraft(draftKey.model(node), name)}
      />
    </div>
  )
}

function Variables({ choices: { variables }, drafts, issues, onDraft }: FieldsProps & { issues: DraftIssues }) {
  const t = useT()
  if (variables.length === 0) return null
  return (
    <Section title={t('Variables')}>
      {variables.map(({ name, type, value }) => {
        const key = draftKey.variable(name)
        const text = drafts[key] ?? typedValue(value)
        if (type === 'boolean')
          return (
            <NativeSelect
              key={name}
              className={styles.field}
              label={name}
              value={text}
              data={[
                ...(text === '' ? [{ value: '', label: '' }] : []),
                { value: 'true', label: t('yes') },
                { value: 'false', label: t('no') },
              ]}
              onChange={(event) => onDraft(key, event.currentTarget.value)}
            />
          )
        return (
          <TextArea
            key={name}
            label={name}
            minRows={1}
            maxRows={6}
            error={issues[key] === undefined ? null : t.message(issues[key])}
            value={text}
            onChange={(event) => onDraft(key, event.currentTarget.value)}
          />
        )
      })}
    </Section>
  )
}

function Results({ choices: { results }, drafts, onDraft }: FieldsProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  if (results.length === 0) return null
  const found = findCalls(results.toReversed(), typed, ({ entry, tool, arguments: args, text }) => ({
    tool,
    arguments: args,
    result: drafts[draftKey.result(entry)] ?? text,
  }))
  return (
    <Section title={t('Results of tools')}>
      <CallSearch typed={typed} onType={setTyped} found={found.length} all={results.length}>
        <div className={styles.results}>
          {found.map((result) => (
            <Result key={result.entry} result={result} drafts={drafts} onDraft={onDraft} />
          ))}
        </div>
      </CallSearch>
    </Section>
  )
}

type ResultProps = Pick<FieldsProps, 'drafts' | 'onDraft'> & { result: ForkChoices['results'][number] }

/** Its fields are made when it is opened: of hundreds few are. */
function Result({ result: { entry, tool, arguments: args, who, turn, text, isError }, drafts, onDraft }: ResultProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const key = draftKey.result(entry)
  const now = drafts[key] ?? text
  const isErrorNow = saysError(drafts, { entry, text, isError })
  return (
    <details
      className={styles.result}
      data-changed={now !== text || isErrorNow !== isError || undefined}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <strong>{tool}</strong> <span className={styles.who}>{t('{who}, turn {turn}', { who, turn })}</span>{' '}
        <span className={styles.excerpt}>{oneLine(now, 80)}</span>
      </summary>
      {isOpen && (
        <>
          <div className={styles.note} title={args}>
            {oneLine(args === '{}' ? t('without arguments') : args, 200)}
          </div>
          <TextArea
            aria-label={t('Result of {tool}', { tool })}
            minRows={2}
            maxRows={8}
            value={now}
            onChange={(event) => onDraft(key, event.currentTarget.value)}
          />
          <Checkbox
            size="xs"
            label={t('This is an error')}
            checked={isErrorNow}
            onChange={(event) => onDraft(draftKey.isError(entry), String(event.currentTarget.checked))}
          />
        </>
      )}
    </details>
  )
}

function PlanSteps({ choices: { planSteps }, drafts, onDraft }: FieldsProps) {
  const t = useT()
  if (planSteps.length === 0) return null
  return (
    <Section title={t('Steps of the plan')}>
      {planSteps.map((step) => (
        <TextArea
          key={`${step.node} ${step.id}`}
          label={planStepLabel(planSteps, step)}
          minRows={1}
          maxRows={5}
          value={drafts[draftKey.step(step.node, step.id)] ?? step.input}
          onChange={(event) => onDraft(draftKey.step(step.node, step.id), event.currentTarget.value)}
        />
      ))}
    </Section>
  )
}
