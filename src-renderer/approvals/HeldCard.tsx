/** A result of a tool that a person looks at before the model does: it is let through, changed, or blanked. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { QuestionOf, ResultDecision } from '../../src-shared/run/log/questions'
import { cx } from '../ui/cx'
import { QuestionFrame } from '../ui/QuestionFrame'
import { TextArea } from '../ui/TextArea'
import { useT } from '../ui/language'
import cardStyles from '../ui/Card.module.css'
import formStyles from '../ui/form.module.css'
import textStyles from '../ui/text.module.css'
import styles from './HeldCard.module.css'

export type HeldCardProps = {
  question: QuestionOf<'hold-result'>
  /** Whose model is to read it. */
  who: string
  isBusy: boolean
  onDecide: (decision: ResultDecision) => void
}

export function HeldCard({ question, who, isBusy, onDecide }: HeldCardProps) {
  const t = useT()
  const { tool, arguments: args, text, isError } = question
  const [edited, setEdited] = useState<string | null>(null)
  return (
    <QuestionFrame
      title={
        isError
          ? t('{tool} failed for {name}: review its error', { tool, name: who })
          : t('{tool} ran for {name}: review its result', { tool, name: who })
      }
      isBusy={isBusy}
    >
      <div className={styles.arguments}>{args}</div>
      {edited === null ? (
        <pre className={cx(textStyles.code, styles.result)} tabIndex={0} aria-label={t('What {tool} gave', { tool })}>
          {text === '' ? t('Nothing') : text}
        </pre>
      ) : (
        <TextArea
          className={formStyles.monoText}
          size="xs"
          aria-label={t('What the model reads')}
          autoFocus
          minRows={4}
          maxRows={16}
          value={edited}
          disabled={isBusy}
          onChange={(event) => setEdited(event.currentTarget.value)}
        />
      )}
      <div className={cardStyles.actions}>
        {edited === null ? (
          <>
            <Button size="compact-sm" variant="filled" disabled={isBusy} onClick={() => onDecide({ is: 'keep' })}>
              {t('Let the model read it')}
            </Button>
            <Button size="compact-sm" disabled={isBusy} onClick={() => setEdited(text)}>
              {t('Change')}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              disabled={isBusy}
              onClick={() => onDecide({ is: 'blank' })}
            >
              {t('Blank it')}
            </Button>
          </>
        ) : (
          <>
            <Button
              size="compact-sm"
              variant="filled"
              disabled={isBusy || edited.trim() === ''}
              // What was looked at and left as it was is no change.
              onClick={() => onDecide(edited === text ? { is: 'keep' } : { is: 'edit', text: edited })}
            >
              {t('Give this to the model')}
            </Button>
            <Button size="compact-sm" variant="subtle" color="gray" disabled={isBusy} onClick={() => setEdited(null)}>
              {t('Cancel')}
            </Button>
          </>
        )}
      </div>
    </QuestionFrame>
  )
}
