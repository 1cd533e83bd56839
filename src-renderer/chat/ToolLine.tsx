/** A tool call in one line, which unfolds to what was asked and what came back. */
import { Loader } from '@mantine/core'
import { IconAlertTriangle, IconChevronRight, IconTool } from '@tabler/icons-react'
import { memo, useId, useState } from 'react'
import type { ToolItem, ToolProgress } from '../../src-shared/run/fold/fold-view'
import { isTextType, type KeptResult } from '../../src-shared/run/log/results'
import { KeptResults } from '../results/KeptResults'
import { oneLine } from '../../src-shared/run/words/text'
import { durationWords, prettyJson, progressWords } from '../run/store/words'
import { cx } from '../ui/cx'
import textStyles from '../ui/text.module.css'
import styles from './ToolLine.module.css'

export const ToolLine = memo(function ToolLine({ item }: { item: ToolItem }) {
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
        <span className={cx(styles.result, textStyles.ellipsis)}>{outcomeOf(item)}</span>
        <IconChevronRight size={13} className={styles.chevron} aria-hidden />
      </button>
      {item.state === 'running' && item.progress !== undefined && <ProgressBar item={item} progress={item.progress} />}
      {isOpen && (
        <div className={styles.details} id={details}>
          <Part title="Arguments" text={prettyJson(item.arguments)} empty="None" />
          <Part
            title={item.isError ? 'Error' : 'Result'}
            text={prettyJson(item.result ?? '')}
            empty={emptyResult(item)}
          />
          <KeptResults kept={item.kept?.filter(isUnfolded)} tool={item.tool} />
          {item.ms !== null && <div className={styles.time}>Took {durationWords(item.ms)}</div>}
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
  if (total === null || total <= 0) return null
  const percent = Math.min(100, Math.max(0, Math.round((100 * done) / total)))
  return (
    <div
      className={styles.progress}
      role="progressbar"
      aria-label={`Progress of ${item.tool}`}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i style={{ width: `${percent}%` }} />
    </div>
  )
}

function ToolMark({ item }: { item: ToolItem }) {
  if (item.state === 'running') return <Loader size={12} color="var(--bt-tools)" aria-label="Running" />
  if (item.isError) return <IconAlertTriangle size={13} aria-label="Failed" />
  return <IconTool size={13} aria-hidden />
}

function outcomeOf({ state, result, isError, progress }: ToolItem): string {
  if (state === 'running' && progress !== undefined) return progressWords(progress)
  if (result !== null) return `→ ${oneLine(result === '' ? 'nothing' : result, 200)}`
  if (state === 'running') return ''
  if (state === 'stopped') return 'was stopped'
  return isError ? '→ failed' : '→ done'
}

function emptyResult(item: ToolItem): string {
  if (item.state === 'running') return 'Not there yet'
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
