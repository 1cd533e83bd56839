/** A question with something to fill in: what is asked, its fields, and the two ways to answer it. */
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { JsonObject } from '../../src-shared/flow/records'
import { SchemaFields } from '../schema-form/SchemaFields'
import {
  argumentFields,
  firstTexts,
  textsOf,
  typedArguments,
  unreadable,
  WHOLE,
  writtenArguments,
  type ArgumentField,
  type ReadArguments,
  type TypedArguments,
} from '../schema-form/schema-fields'
import { QuestionFrame } from '../ui/QuestionFrame'
import { TextArea } from '../ui/TextArea'
import { useT } from '../ui/language'
import cardStyles from '../ui/Card.module.css'
import formStyles from '../ui/form.module.css'
import styles from './FormCard.module.css'

export type FormCardProps = {
  title: string
  /** `form`: a JSON schema; `values`: what stands in it at first; `problem`: why the answer before could not be taken. */
  question: { message: string; form: JsonObject; values: JsonObject; problem: string | null }
  /** Why it is asked now, and what follows. */
  why?: string | undefined
  /** Until when it waits. */
  note?: string | undefined
  /** On the two buttons. */
  words: { yes: string; no: string }
  isBusy: boolean
  onYes: (values: JsonObject) => void
  onNo: () => void
}

type Draft = { typed: TypedArguments; text: string }

const NO_FIELDS: readonly ArgumentField[] = []

export function FormCard({ title, question, why = '', note, words, isBusy, onYes, onNo }: FormCardProps) {
  const t = useT()
  const { message, form, values, problem } = question
  /** Null: the form says more than fields can show, so that it is filled in as JSON. */
  const fields = useMemo(() => (Object.keys(form).length === 0 ? NO_FIELDS : argumentFields(form)), [form])
  const [draft, setDraft] = useState<Draft>(() => draftOf(fields ?? NO_FIELDS, values))
  const [areMissingShown, setMissingShown] = useState(false)
  const { args, issues } = readDraft(fields, draft)
  const wrong = unreadable(issues)
  const whole = wrong.get(WHOLE)
  return (
    <QuestionFrame title={title} isBusy={isBusy}>
      <div className={styles.message}>{message}</div>
      {why !== '' && <div className={styles.until}>{why}</div>}
      {problem !== null && (
        <div className={styles.problem} role="alert">
          {t('What was filled in cannot be taken: {problem}', { problem })}
        </div>
      )}
      {(fields === null || fields.length > 0) && (
        <div className={styles.fields}>
          {fields === null ? (
            <TextArea
              className={formStyles.monoText}
              size="xs"
              aria-label={t('What is filled in, as JSON')}
              minRows={4}
              maxRows={14}
              value={draft.text}
              disabled={isBusy}
              error={whole === undefined ? null : t(whole.words)}
              onChange={(event) => setDraft({ ...draft, text: event.currentTarget.value })}
            />
          ) : (
            <SchemaFields
              fields={fields}
              typed={draft.typed}
              issues={areMissingShown ? issues : wrong}
              isDisabled={isBusy}
              isSmall
              onChange={(typed) => setDraft({ ...draft, typed })}
            />
          )}
        </div>
      )}
      {note !== undefined && <div className={styles.until}>{note}</div>}
      <div className={cardStyles.actions}>
        <Button
          size="compact-sm"
          variant="filled"
          disabled={isBusy || wrong.size > 0}
          onClick={() => {
            setMissingShown(issues.size > 0)
            if (issues.size === 0) onYes(args)
          }}
        >
          {words.yes}
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" disabled={isBusy} onClick={onNo}>
          {words.no}
        </Button>
      </div>
    </QuestionFrame>
  )
}

function draftOf(fields: readonly ArgumentField[], values: JsonObject): Draft {
  const { texts, more } = textsOf(fields, values)
  const first = firstTexts(fields)
  return { typed: { texts: { ...first.texts, ...texts }, more }, text: JSON.stringify(values, null, 2) }
}

function readDraft(fields: readonly ArgumentField[] | null, { typed, text }: Draft): ReadArguments {
  return fields === null ? writtenArguments(text) : typedArguments(fields, typed)
}
