/** The settings of the flow itself, shown when they are asked for, in sections. What people come for most is first. */
import { message } from '../../src-shared/languages/translate'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { describeFlow } from '../../src-shared/flow/editing/edits'
import type { Json } from '../../src-shared/flow/records'
import type { Problem } from '../../src-shared/kinds/kind'
import { useEditor, useFlow, useProblems } from '../editor/editor-context'
import { Field, useFieldFocus, type ShownField } from './Field'
import { EmbeddingSection } from './flow-settings/EmbeddingSection'
import { CallRulesSection } from './flow-settings/CallRulesSection'
import { KeepingSection } from './flow-settings/KeepingSection'
import { LimitsSection } from './flow-settings/LimitsSection'
import { PermissionsSection } from './flow-settings/PermissionsSection'
import { Section, SectionLinks } from './flow-settings/Section'
import { SwarmSection } from './flow-settings/SwarmSection'
import { useSettingProblem, useSettings } from './flow-settings/use-settings'
import { VariablesSection } from './flow-settings/VariablesSection'
import { ProblemLines } from './ProblemLines'
import { isUncounted } from './UncountedMoney'
import { cx } from '../ui/cx'
import { TextArea } from '../ui/TextArea'
import { useT } from '../ui/language'
import squareStyles from '../ui/Square.module.css'
import partsStyles from './parts.module.css'

const LANGUAGE: ShownField = {
  key: 'language',
  label: 'Language of the built-in texts',
  help: 'The language of prompts that you did not write yourself.',
  type: 'choice',
  options: [
    { value: 'en', label: 'English' },
    { value: 'zh', label: '中文' },
    { value: 'ru', label: 'Русский' },
  ],
}
const SPEAKS_FIRST: ShownField = {
  key: 'speaksFirst',
  label: 'Who speaks first',
  help: 'Whether a new thread waits for the user or begins by itself.',
  type: 'choice',
  options: [
    { value: 'user', label: 'The user' },
    { value: 'flow', label: 'The flow' },
  ],
}
const WHILE_WORKING: ShownField = {
  key: 'whileWorking',
  label: 'Messages sent during a turn',
  help: 'When they are handled, unless you choose otherwise next to Send.',
  type: 'choice',
  options: [
    { value: 'after', label: 'After this' },
    { value: 'now', label: 'Next step' },
    { value: 'instead', label: 'Instead' },
  ],
}
const STARTERS: ShownField = {
  key: 'starters',
  label: 'Starters',
  type: 'list',
  help: 'What one could say first, one per line, up to four. An empty chat offers them.',
}
const MODEL: ShownField = {
  key: 'model',
  label: 'Model',
  type: 'model',
  help: 'Which model answers where a node does not choose its own.',
}
const REHEARSAL: ShownField = {
  key: 'rehearsal',
  label: 'Rehearsal script',
  type: 'json',
  help: 'What the rehearsal model says: rules in order, such as [{"when": {"speaker": "Shop"}, "text": "Welcome"}]. The first that fits answers.',
}

export function FlowInspector() {
  const t = useT()
  const { flows } = useEditor()
  const description = useFlow((flow) => flow.description)
  const { settings, stored } = useSettings()
  return (
    <>
      <header className={partsStyles.inspectorHead}>
        <span className={cx(squareStyles.kindSquare, squareStyles.plainSquare)}>
          <IconAdjustmentsHorizontal size={17} aria-hidden />
        </span>
        <div className={partsStyles.inspectorTitle}>{t('Flow settings')}</div>
      </header>
      <SectionLinks />
      <OwnProblems />
      <Section id="purpose">
        <TextArea
          label={t('Description')}
          placeholder={t('What is this flow for?')}
          minRows={2}
          maxRows={8}
          value={description}
          onChange={(event) => {
            const text = event.currentTarget.value
            flows.edit('Describe the flow', (flow) => describeFlow(flow, text), { merge: 'description' })
          }}
        />
        <SettingField hint={STARTERS} value={settings.starters} />
        <SettingField hint={SPEAKS_FIRST} value={settings.speaksFirst} />
        <SettingField hint={WHILE_WORKING} value={settings.whileWorking} />
      </Section>
      <Section id="model">
        <SettingField hint={MODEL} value={stored['model']} />
        <SettingField hint={LANGUAGE} value={settings.language} />
        <EmbeddingSection />
      </Section>
      <Section id="limits">
        <LimitsSection />
      </Section>
      <Section id="permissions">
        <PermissionsSection />
        <CallRulesSection />
      </Section>
      <Section id="data">
        <VariablesSection />
        <KeepingSection />
      </Section>
      <Section id="swarm">
        <SwarmSection />
      </Section>
      <Section id="rehearsal">
        <SettingField hint={REHEARSAL} value={stored['rehearsal'] ?? []} />
      </Section>
    </>
  )
}

function SettingField({ hint, value }: { hint: ShownField; value: Json | undefined }) {
  const { change } = useSettings()
  const problem = useSettingProblem(hint.key)
  const field = useFieldFocus(`settings.${hint.key}`)
  return (
    <div ref={field}>
      <Field
        hint={hint}
        node={null}
        value={value}
        problem={problem}
        onChange={(next) => change(message('Change {field}', { field: { label: hint.label } }), { [hint.key]: next })}
      />
    </div>
  )
}

/** Settings whose fields show their own problems. */
const SHOWN_IN_PLACE =
  /^settings\.(?:language|speaksFirst|starters|whileWorking|model|rehearsal|swarm\.(?:initial|(?:afterWork|managerPrompt)(?:Code)?))(?:\.|$)/

function OwnProblems() {
  const problems = useProblems((found) => found.all)
  const isOwn = (problem: Problem): boolean =>
    problem.node === undefined &&
    problem.edge === undefined &&
    !SHOWN_IN_PLACE.test(problem.field ?? '') &&
    !isUncounted(problem)
  return <ProblemLines problems={problems.filter(isOwn)} />
}
