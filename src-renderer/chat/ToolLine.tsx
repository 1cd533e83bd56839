/** A tool call in one line, which unfolds to what was asked and what came back. */
import type { PlainText, Translate } from '../../src-shared/languages/translate'
import { Loader } from '@mantine/core'
import { IconAlertTriangle, IconChevronRight, IconTool } from '@tabler/icons-react'
import { memo, useId, useState } from 'react'
import type { ToolItem, ToolProgress } from '../../src-shared/run/fold/fold-view'
import type { ResultSource } from '../../src-shared/run/log/repeats'
import { isTextType, type KeptResult } from '../../src-shared/run/log/results'
import { KeptResults } from '../results/KeptResults'
import { oneLine } from '../../src-shared/run/words/text'
import { progressWords } from '../../src-shared/run/trace/progress-words'
import { durationWords } from '../../src-shared/run/words/figures'
import { prettyJson } from '../run/store/words'
import { cx } from '../ui/cx'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import styles from './ToolLine.module.css'

export const ToolLine = memo(function ToolLine({ item }: { item: ToolItem }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  return (
    <div
      className={styles.tool}
      data-author={item.node}
      data-kind="tool"
      data-state={item.state}
      data-error={item.isError || undefined}
    >
      <button
        type="button"
        className={styles.line}
        aria-expanded={isOpen}
        aria-controls={details}
        onClick={() => setOpen(!isOpen)}
      >
        <ToolMark item={item} />
        <span className={styles.name} data-part="name">
          {item.tool}
        </span>
        <span className={cx(styles.result, textStyles.ellipsis)}>{outcomeOf(item, t)}</span>
        {item.takenFrom !== undefined && <span className={styles.taken}>{t(TAKEN[item.takenFrom])}</span>}
        <IconChevronRight size={13} className={styles.chevron} aria-hidden />
      </button>
      {item.state === 'running' && item.progress !== undefined && <ProgressBar item={item} progress={item.progress} />}
      {isOpen && (
        <div className={styles.details} id={details}>
          <Part title={t('Arguments')} text={prettyJson(item.arguments)} empty={t('None')} />
          <Part
            title={item.isError ? t('Error') : t('Result')}
            text={prettyJson(item.result ?? '')}
            empty={t(emptyResult(item))}
          />
          <KeptResults kept={item.kept?.filter(isUnfolded)} tool={item.tool} />
          {item.ms !== null && (
            <div className={styles.time}>{t('Took {time}', { time: durationWords(item.ms, t) })}</div>
          )}
        </div>
      )}
      <KeptResults kept={item.kept?.filter((one) => !isUnfolded(one))} tool={item.tool} />
    </div>
  )
})

/** Whole texts are for who looks closer; images and files are the result itself. */
function isUnfolded({ name, mimeType }: KeptResult): boolean {
  return name === null && isTextType(mimeType)
}

/** Nothing where the tool does not know how far it has to go: the turning mark says that it runs. */
function ProgressBar({ item, progress: { done, total } }: { item: ToolItem; progress: ToolProgress }) {
  const t = useT()
  if (total === null || total <= 0) return null
  const percent = Math.min(100, Math.max(0, Math.round((100 * done) / total)))
  return (
    <div
      className={styles.progress}
      role="progressbar"
      aria-label={t('Progress of {tool}', { tool: item.tool })}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i style={{ width: `${percent}%` }} />
    </div>
  )
}

function ToolMark({ item }: { item: ToolItem }) {
  const t = useT()
  if (item.state === 'running') return <Loader size={12} color="var(--bt-tools)" aria-label={t('Running')} />
  if (item.isError) return <IconAlertTriangle size={13} aria-label={t('Failed')} />
  return <IconTool size={13} aria-hidden />
}

const TAKEN = { record: 'recorded result', person: 'answered by hand' } as const satisfies Record<
  ResultSource,
  PlainText
>

function outcomeOf({ state, result, isError, progress }: ToolItem, t: Translate): string {
  if (state === 'running' && progress !== undefined) return progressWords(progress, t)
  if (result !== null) return `→ ${oneLine(result === '' ? t('nothing') : result, 200)}`
  if (state === 'running') return ''
  if (state === 'waiting') return t('waits for you')
  if (state === 'stopped') return t('was stopped')
  return `→ ${isError ? t('failed') : t('done')}`
}

function emptyResult(item: ToolItem): PlainText {
  if (item.state === 'running' || item.state === 'waiting') return 'Not there yet'
  return item.state === 'stopped' ? 'The turn ended before it answered' : 'Nothing'
}

function Part({ title, text, empty }: { title: string; text: string; empty: string }) {
  const isEmpty = text.trim() === '' || text === '{}'
  return (
    <div className={styles.part}>
      <div className={styles.title}>{title}</div>
      {isEmpty ? <div className={styles.none}>{empty}</div> : <pre className={textStyles.mono}>{text}</pre>}
    </div>
  )
}
