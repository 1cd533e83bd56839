/** How a server wants its requests, where a person knows better than Baton. */
import type { Translate } from '../../src-shared/languages/translate'
import { Select, TagsInput } from '@mantine/core'
import { DROPPABLE, dialectSettingSchema, type Dialect, type DialectSetting } from '../../src-shared/rpc/dialect'
import { MOST_PICTURES } from '../../src-shared/run/log/pictures'
import { NumberBox } from '../ui/NumberBox'
import { useT } from '../ui/language'
import styles from './DialectFields.module.css'

type ChosenDialect = Exclude<DialectSetting, 'auto'>
type LimitName = 'mostTools' | 'longestDescription'
/** How much its models hold is asked beside their prices. */
type ChoiceName = Exclude<keyof Dialect, 'without' | 'contextTokens' | LimitName>
type ChoiceWords<Name extends ChoiceName> = { label: string; options: { readonly [Value in Dialect[Name]]: string } }

/** Every choice in words. */
const CHOICES: { readonly [Name in ChoiceName]: ChoiceWords<Name> } = {
  system: {
    label: 'Instructions',
    options: { first: 'In a system message', 'in-user': 'In the first user message' },
  },
  afterTools: {
    label: 'After the result of a tool',
    options: { user: 'The user may speak', assistant: 'The assistant speaks first' },
  },
  callIds: {
    label: 'Ids of tool calls',
    options: {
      plain: 'As they came, where all servers take them',
      'as-given': 'As they came',
      nine: 'Nine letters and digits',
      counted: 'The tool’s name and a number, as Kimi does',
    },
  },
  pastCalls: {
    label: 'Earlier tool calls where no tool is offered',
    options: { 'as-calls': 'As tool calls', 'in-words': 'In words: the model takes no tools' },
  },
  schemas: {
    label: 'Schemas of tools',
    options: { whole: 'As they are', plain: 'With few keywords, as Gemini reads them' },
  },
  effortWithTools: {
    label: 'Reasoning effort where tools are offered',
    options: { 'as-set': 'As it is set', none: 'None' },
  },
  maxTokens: {
    label: 'Name of the token limit',
    options: {
      'by-model': 'As OpenAI wants it for the model',
      max_tokens: 'max_tokens',
      max_completion_tokens: 'max_completion_tokens',
    },
  },
  thoughts: {
    label: 'Thoughts of earlier replies',
    options: { 'left-out': 'Left out', 'sent-back': 'Sent back to this server' },
  },
  extras: {
    label: 'Signatures and the like',
    options: { 'sent-back': 'Sent back to this server', 'left-out': 'Left out' },
  },
  unsigned: {
    label: 'Calls without a signature',
    options: { 'as-given': 'As they are', 'stand-in': 'With Google’s stand-in' },
  },
  answers: {
    label: 'Structured outputs',
    options: {
      schema: 'By their schema as the format',
      object: 'As any JSON object',
      tool: 'By a tool',
      prompt: 'By the prompt alone',
    },
  },
  decisions: {
    label: 'Decisions',
    options: { words: 'By words of the prompt', schema: 'By a schema of the words that count' },
  },
  pictures: {
    label: 'Images',
    options: Object.fromEntries(
      Array.from({ length: MOST_PICTURES + 1 }, (_, most) => [
        most,
        most === 0 ? 'None: it reads no images' : '{count} at most',
      ]),
    ),
  },
}

/** Every limit in words, with the least that makes sense. */
const LIMITS: { readonly [Name in LimitName]: { label: string; min: number } } = {
  mostTools: { label: 'Tools of a request, at most', min: 1 },
  longestDescription: { label: 'Characters of a tool’s description, at most', min: 16 },
}

const AUTO = 'auto'

export type DialectFieldsProps = { value: DialectSetting; onChange: (value: DialectSetting) => void }

export function DialectFields({ value, onChange }: DialectFieldsProps) {
  const t = useT()
  const chosen: ChosenDialect = value === 'auto' ? {} : value
  function set(name: keyof Dialect, next: string | readonly string[] | null): void {
    const { [name]: _before, ...others } = chosen
    const isSet = next !== null && next !== AUTO && next.length > 0
    const read = dialectSettingSchema.safeParse(
      isSet ? { ...others, [name]: name === 'pictures' ? Number(next) : next } : others,
    )
    if (read.success) onChange(Object.keys(read.data).length === 0 ? 'auto' : read.data)
  }
  function limit(name: LimitName, next: number | undefined): void {
    const { [name]: _before, ...others } = chosen
    const read = dialectSettingSchema.safeParse(next === undefined ? others : { ...others, [name]: next })
    if (read.success) onChange(Object.keys(read.data).length === 0 ? 'auto' : read.data)
  }
  return (
    <>
      <div className={styles.dialect}>
        {Object.entries(CHOICES).map(([name, { label, options }]) => (
          <Select
            key={name}
            label={t.known(label)}
            data={[
              { value: AUTO, label: t('Baton finds out') },
              ...Object.entries(options).map(([option, words]) => ({
                value: option,
                label: optionWords(option, words, t),
              })),
            ]}
            value={String(chosen[name as ChoiceName] ?? AUTO)}
            allowDeselect={false}
            onChange={(next) => set(name as ChoiceName, next)}
          />
        ))}
        {Object.entries(LIMITS).map(([name, { label, min }]) => (
          <NumberBox
            key={name}
            label={t.known(label)}
            min={min}
            allowDecimal={false}
            placeholder={t('Baton finds out')}
            value={chosen[name as LimitName]}
            onChange={(next) => limit(name as LimitName, next)}
          />
        ))}
      </div>
      <TagsInput
        label={t('Never sent')}
        description={t('Parameters that this server does not take.')}
        placeholder={(chosen.without ?? []).length === 0 ? t('Baton finds out') : ''}
        data={[...DROPPABLE]}
        value={[...(chosen.without ?? [])]}
        onChange={(next) => set('without', next)}
      />
    </>
  )
}

/** A number of images is said with its words. */
function optionWords(option: string, words: string, t: Translate): string {
  return words === '{count} at most' ? t('{count} at most', { count: option }) : t.known(words)
}
