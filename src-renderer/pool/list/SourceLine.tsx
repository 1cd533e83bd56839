/** A source of many tools in the list of a pool: its name, what is known of it, and connecting it. */
import { saidOf } from '../../../src-shared/errors'
import { message, type PlainText } from '../../../src-shared/languages/translate'
import { Button, Loader, Switch } from '@mantine/core'
import { IconAlertTriangle, IconRefresh, IconX } from '@tabler/icons-react'
import type { SourceState } from '../../../src-shared/rpc/tools'
import { useEditor } from '../../editor/editor-context'
import { KindIcon, tintOf } from '../../kinds/kind-icons'
import { IconButton } from '../../ui/IconButton'
import { setJoined, takeOut } from './tool-edits'
import type { SourceRow } from './tool-rows'
import type { SourceTools } from './use-source-tools'
import { cx } from '../../ui/cx'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'
import toolsStyles from '../tools.module.css'

export function SourceLine({ source, tools }: { source: SourceRow; tools: SourceTools }) {
  const t = useT()
  const { flows } = useEditor()
  const { id, name, kind, edge, isOff, count, on } = source
  return (
    <div className={toolsStyles.source} style={tintOf(kind?.group ?? null)} data-off={isOff || undefined}>
      <div className={toolsStyles.sourceLine}>
        <span className={toolsStyles.pooledIcon}>
          <KindIcon kind={kind} size={14} />
        </span>
        <span className={cx(toolsStyles.sourceName, textStyles.ellipsis)} title={name}>
          {name}
        </span>
        {count > 0 && (
          <span className={toolsStyles.toolsCount}>
            {isOff ? t('0 of {count} on', { count }) : t('{on} of {count} on', { on, count })}
          </span>
        )}
        {edge !== null && (
          <IconButton
            className={toolsStyles.pooledRemove}
            label={t('Take {name} out of the pool', { name })}
            size={22}
            onClick={() => flows.edit(message('Take out {name}', { name }), (flow) => takeOut(flow, edge))}
          >
            <IconX size={13} />
          </IconButton>
        )}
        <ConnectButton source={id} name={name} tools={tools} isOff={isOff} />
        {edge !== null && (
          <Switch
            size="xs"
            aria-label={t('All tools of {name}', { name })}
            checked={!isOff}
            onChange={(event) => {
              const isOn = event.currentTarget.checked
              flows.edit(message(isOn ? 'Switch on {name}' : 'Switch off {name}', { name }), (flow) =>
                setJoined(flow, edge, isOn),
              )
            }}
          />
        )}
      </div>
      <SourceNote source={source} tools={tools} />
    </div>
  )
}

type ConnectButtonProps = { source: string; name: string; tools: SourceTools; isOff: boolean }

/** Asks a source for the first time, or again. */
export function ConnectButton({ source, name, tools, isOff }: ConnectButtonProps) {
  const t = useT()
  const { connecting, connect, stateOf } = tools
  const state = stateOf(source)?.state ?? 'not-asked'
  if (isOff) return null
  if (connecting === source) return <Loader size={14} aria-label={t('Connecting {name}', { name })} />
  if (state === 'ready')
    return (
      <IconButton
        label={t('Ask {name} for its tools again', { name })}
        size={22}
        disabled={connecting !== null}
        onClick={() => connect(source)}
      >
        <IconRefresh size={13} />
      </IconButton>
    )
  return (
    <Button size="compact-xs" disabled={connecting !== null} onClick={() => connect(source)}>
      {state === 'failed' ? t('Try again') : t('Connect')}
    </Button>
  )
}

/** Why the tools of a source are not there, in words. */
export function SourceNote({ source, tools }: { source: SourceRow; tools: SourceTools }) {
  const t = useT()
  const { id, name, isOff, count } = source
  const state = tools.stateOf(id)
  const failure = tools.failure?.source === id ? tools.failure.said : state?.state === 'failed' ? saidOf(state) : null
  if (failure !== null)
    return (
      <div className={toolsStyles.sourceFailure} role="alert">
        <IconAlertTriangle size={13} aria-hidden />
        <span>{t.message(failure)}</span>
      </div>
    )
  if (tools.connecting === id) return <div className={toolsStyles.sourceNote}>{t('Connecting …')}</div>
  if (isOff) return <div className={toolsStyles.sourceNote}>{t('Switched off: none of its tools is offered.')}</div>
  if (state?.state === 'ready')
    return count > 0 ? null : <div className={toolsStyles.sourceNote}>{t('{name} offers no tools.', { name })}</div>
  return <div className={toolsStyles.sourceNote}>{t(noteOf(state?.state))}</div>
}

function noteOf(state: SourceState['state'] | undefined): PlainText {
  if (state === 'needs-consent') return 'Not connected. What it needs is shown for you to allow first.'
  return 'Not connected. Connect to list its tools.'
}
