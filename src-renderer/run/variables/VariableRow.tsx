/** One variable of the panel: name, type and description, its value, who changed it, and the way back to its default. */
import { Button } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { useState } from 'react'
import type { Variable } from '../../../src-shared/flow/records'
import { useDeclare } from '../../inspector/flow-settings/declare'
import { IconButton } from '../../ui/IconButton'
import { GroupDot, useParticipant } from '../participants'
import { useRunStore } from '../store/run-context'
import { sinceWords, typeOf, type VariableLine } from './variable-lines'
import { VariableValue } from './VariableValue'
import { oneLine } from '../../../src-shared/run/words/text'
import { SetByStep, useWriteOf } from '../SetByStep'
import { valueWords } from '../../../src-shared/run/words/values'
import { Rich, useT } from '../../ui/language'
import { type Message } from '../../../src-shared/languages/translate'
import textStyles from '../../ui/text.module.css'
import variablesStyles from './variables.module.css'

const TYPE_LABELS = {
  string: 'text',
  number: 'number',
  boolean: 'yes or no',
  json: 'JSON',
} as const satisfies { [T in Variable['type']]: string }

export type VariableRowProps = { line: VariableLine; locked: string | null; turn: number | null }

export function VariableRow({ line, locked, turn }: VariableRowProps) {
  const t = useT()
  const run = useRunStore()
  const [issue, setIssue] = useState<Message | null>(null)
  const { name, byDefault } = line
  const defaultWords = byDefault === undefined ? 'nothing' : oneLine(valueWords(byDefault), 60)
  const reset = (): void => void run.setVariables({}, [name]).then(setIssue)
  return (
    <tr data-variable={name}>
      <th scope="row">
        <span className={variablesStyles.variableName}>{name}</span>{' '}
        <span className={variablesStyles.variableType}>
          {line.isDeclared ? t.known(TYPE_LABELS[line.type]) : t('not declared')}
        </span>
        {line.description !== '' && <div className={variablesStyles.variableAbout}>{line.description}</div>}
      </th>
      <td>
        <VariableValue line={line} locked={locked} onSave={(value) => run.setVariables({ [name]: value })} />
        {issue !== null && (
          <div className={variablesStyles.variableIssue} role="alert">
            {t.message(issue)}
          </div>
        )}
      </td>
      <td className={variablesStyles.variableChanged}>
        <Changed line={line} turn={turn} />
      </td>
      <td className={variablesStyles.variableActions}>
        {!line.isDeclared && <DeclareThis line={line} />}
        {(line.isDeclared || turn === null) && !line.isDefault && (
          <IconButton
            label={t('Reset {name} to {value}', { name, value: defaultWords })}
            size={24}
            disabled={locked !== null}
            onClick={reset}
          >
            <IconRestore size={14} />
          </IconButton>
        )}
      </td>
    </tr>
  )
}

function Changed({ line, turn }: Pick<VariableRowProps, 'line' | 'turn'>) {
  const t = useT()
  const { change, isDefault, value } = line
  const step = useWriteOf(line.name)
  if (turn === null && !isDefault)
    return <span className={variablesStyles.variableNew}>{t('for the first message, by you')}</span>
  const { isNew, words } = sinceWords(change, turn)
  if (words === null)
    return <span className={textStyles.faint}>{isDefault && value !== undefined ? t('default') : ''}</span>
  return (
    <span className={isNew ? variablesStyles.variableNew : textStyles.faint}>
      {change?.by === 'user' ? t('{since}, by you', { since: t.message(words) }) : t.message(words)}
      {change !== null && change.by !== null && change.by !== 'user' && <By id={change.by} />}
      {step !== null && (
        <>
          {' · '}
          <SetByStep step={step} />
        </>
      )}
    </span>
  )
}

function By({ id }: { id: string }) {
  const participant = useParticipant(id)
  return (
    <span className={variablesStyles.variableBy}>
      {' '}
      <Rich text="by {dot} {name}" values={{ dot: <GroupDot participant={participant} />, name: participant.name }} />
    </span>
  )
}

function DeclareThis({ line }: { line: VariableLine }) {
  const t = useT()
  const declare = useDeclare()
  return (
    <Button variant="subtle" size="compact-xs" onClick={() => declare(line.name, typeOf(line.value))}>
      {t('Declare')}
    </Button>
  )
}
