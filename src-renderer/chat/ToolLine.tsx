/** A tool call in one line, which unfolds to what was asked and what came back. */
import { Loader } from '@mantine/core'
import { IconAlertTriangle, IconChevronRight, IconTool } from '@tabler/icons-react'
import { memo, useId, useState } from 'react'
import type { ToolItem } from '../../src-shared/run/fold-view'
import { durationWords, oneLine, prettyJson } from '../run/words'

export const ToolLine = memo(function ToolLine({ item }: { item: ToolItem }) {
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  return (
    <div
      className="bt-tool"
      data-author={item.node}
      data-kind="tool"
      data-state={item.state}
      data-error={item.isError || undefined}
    >
      <button
        type="button"
        className="bt-tool-line"
        aria-expanded={isOpen}
        aria-controls={details}
        onClick={() => setOpen(!isOpen)}
      >
        <ToolMark item={item} />
        <span className="bt-tool-name">{item.tool}</span>
        <span className="bt-tool-result bt-ellipsis">{outcomeOf(item)}</span>
        <IconChevronRight size={13} className="bt-tool-chevron" aria-hidden />
      </button>
      {isOpen && (
        <div className="bt-tool-details" id={details}>
          <Part title="Arguments" text={prettyJson(item.arguments)} empty="None" />
          <Part
            title={item.isError ? 'Error' : 'Result'}
            text={prettyJson(item.result ?? '')}
            empty={emptyResult(item)}
          />
          {item.ms !== null && <div className="bt-tool-time">Took {durationWords(item.ms)}</div>}
        </div>
      )}
    </div>
  )
})

function ToolMark({ item }: { item: ToolItem }) {
  if (item.state === 'running') return <Loader size={12} color="var(--bt-tools)" aria-label="Running" />
  if (item.isError) return <IconAlertTriangle size={13} aria-label="Failed" />
  return <IconTool size={13} aria-hidden />
}

function outcomeOf({ state, result, isError }: ToolItem): string {
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
    <div className="bt-tool-part">
      <div className="bt-tool-title">{title}</div>
      {isEmpty ? <div className="bt-tool-none">{empty}</div> : <pre className="bt-mono">{text}</pre>}
    </div>
  )
}
