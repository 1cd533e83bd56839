/** The filters over the table: what it is about, who decided, by which rule, what was chosen, and the words of the thread. */
import { Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { subjectWords, choiceSortWords, RULE_SORTS } from '../../src-shared/run/words/decisions'
import type { FlowDecision } from '../../src-shared/run/log/flow-decisions'
import { choiceKey, valuesOf, type DecisionFilter } from '../../src-shared/run/trace/decision-table'
import { useT } from '../ui/language'
import styles from './DecisionsPanel.module.css'

type DecisionFiltersProps = {
  decisions: readonly FlowDecision[]
  filter: DecisionFilter
  text: string
  nameOf: (node: string) => string
  onFilter: (filter: DecisionFilter) => void
  onText: (text: string) => void
}

export function DecisionFilters({ decisions, filter, text, nameOf, onFilter, onText }: DecisionFiltersProps) {
  const t = useT()
  const rules = valuesOf(decisions, ({ rule }) => rule.by)
  return (
    <div className={styles.filters} role="group" aria-label={t('Filters')}>
      <Filter
        label={t('What')}
        value={filter.about}
        choices={valuesOf(decisions, ({ about }) => about).map((value) => ({ value, label: subjectWords(value, t) }))}
        onPick={(about) => onFilter({ ...filter, about })}
      />
      <Filter
        label={t('Who')}
        value={filter.node}
        choices={valuesOf(decisions, ({ node }) => node).map((value) => ({ value, label: nameOf(value) }))}
        onPick={(node) => onFilter({ ...filter, node })}
      />
      <Filter
        label={t('Rule')}
        value={filter.rule}
        choices={rules.map((value) => ({ value, label: t(RULE_SORTS[value]) }))}
        onPick={(picked) => onFilter({ ...filter, rule: rules.find((by) => by === picked) ?? null })}
      />
      <Filter
        label={t('Choice')}
        value={filter.choice}
        choices={[...new Map(decisions.map(({ choice }) => [choiceKey(choice), choice]))].map(([value, choice]) => ({
          value,
          label: choiceSortWords(choice, t),
        }))}
        onPick={(choice) => onFilter({ ...filter, choice })}
      />
      <TextInput
        className={styles.search}
        size="xs"
        aria-label={t('Words of the thread')}
        placeholder={t('Words of the thread')}
        leftSection={<IconSearch size={13} aria-hidden />}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
    </div>
  )
}

type FilterProps = {
  label: string
  value: string | null
  choices: readonly { value: string; label: string }[]
  onPick: (value: string | null) => void
}

function Filter({ label, value, choices, onPick }: FilterProps) {
  return (
    <Select
      className={styles.filter}
      size="xs"
      aria-label={label}
      placeholder={label}
      clearable
      data={choices.toSorted((a, b) => a.label.localeCompare(b.label))}
      value={value}
      comboboxProps={{ width: 220, position: 'top-start' }}
      onChange={onPick}
    />
  )
}
