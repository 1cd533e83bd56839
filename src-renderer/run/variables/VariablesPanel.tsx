/** What the thread remembers: its variables, which can be changed between turns, and what dialogs have collected so far. */
import { Button } from '@mantine/core'
import { IconBraces, IconLock, IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { readSettings, type Json } from '../../../src-shared/flow/records'
import type { SessionView } from '../../../src-shared/run/fold/fold-view'
import { useEditor, useFlow } from '../../editor/editor-context'
import { EmptyState } from '../../ui/EmptyState'
import { GroupDot, useParticipant } from '../participants'
import { useRun, useShowNode } from '../store/run-context'
import { variableLines, whyLocked } from './variable-lines'
import { VariableRow } from './VariableRow'
import { valueWords } from '../../../src-shared/run/words/values'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'
import variablesStyles from './variables.module.css'

/** Needs a `RunProvider` around it. */
export function VariablesPanel() {
  const t = useT()
  const view = useRun((state) => state.view)
  const preset = useRun((state) => state.preset)
  const settings = useFlow((flow) => flow.settings)
  const lines = useMemo(
    () => variableLines(readSettings({ settings }).variables, { preset, view }),
    [settings, preset, view],
  )
  const dialogs = Object.entries(view.sessions)
  const graphs = Object.entries(view.places)
  const isEmpty = lines.length + dialogs.length + graphs.length === 0
  return (
    <section className={variablesStyles.variables} aria-label={t('Variables')}>
      {isEmpty && (
        <EmptyState
          icon={<IconBraces size={20} stroke={1.5} aria-hidden />}
          title={t('Nothing is remembered yet')}
          actions={<DeclareButton />}
        >
          {t(
            'Variables are what a conversation remembers: prompts and conditions read them, tools set them. You can change them here between turns.',
          )}
        </EmptyState>
      )}
      {lines.length > 0 && <VariableTable lines={lines} />}
      {graphs.map(([graph, worker]) => (
        <Place key={graph} graph={graph} worker={worker} />
      ))}
      {dialogs.map(([node, session]) => (
        <Session key={node} node={node} session={session} />
      ))}
    </section>
  )
}

function VariableTable({ lines }: { lines: ReturnType<typeof variableLines> }) {
  const t = useT()
  const locked = useRun(whyLocked)
  const turn = useRun((state) => state.view.latest?.turn ?? null)
  return (
    <div className={variablesStyles.variablesAll}>
      <div className={variablesStyles.variablesHead}>
        <h3>{t('Variables')}</h3>
        {locked === null ? (
          <span className={variablesStyles.variablesHint}>
            {turn === null
              ? t('What you set goes with the first message.')
              : t('What you set counts from the next message on.')}
          </span>
        ) : (
          <span className={variablesStyles.variablesHint} role="status">
            <IconLock size={13} aria-hidden /> {t(locked)}
          </span>
        )}
        <DeclareButton />
      </div>
      <table className={variablesStyles.variableTable} aria-label={t('Variables')}>
        <thead>
          <tr>
            <th scope="col">{t('Name')}</th>
            <th scope="col">{t('Value')}</th>
            <th scope="col">{t('Changed')}</th>
            <th scope="col">
              <span className={textStyles.hidden}>{t('Actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <VariableRow key={line.name} line={line} locked={locked} turn={turn} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Opens the flow's settings where variables are declared. */
function DeclareButton() {
  const t = useT()
  const { session } = useEditor()
  const show = (): void => {
    session.select([])
    session.setState({ flowSettingsOpen: true })
    session.focus('settings.variables')
  }
  return (
    <Button variant="subtle" size="compact-xs" leftSection={<IconPlus size={13} />} onClick={show}>
      {t('Declare a variable')}
    </Button>
  )
}

type CollectedValue = { name: string; value: Json }

/** What a dialog collected: its own, so it is only shown. */
function Pairs({ lines, label }: { lines: readonly CollectedValue[]; label: string }) {
  const t = useT()
  return (
    <table className={variablesStyles.pairs} aria-label={label}>
      <tbody>
        {lines.map(({ name, value }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td data-unset={value === null || undefined}>{value === null ? t('not set') : valueWords(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Where a task graph stands: the next message is read from there on. */
function Place({ graph, worker }: { graph: string; worker: string }) {
  const t = useT()
  return (
    <div className={variablesStyles.variablesPart}>
      <h3>
        <NodeLink id={graph} />
        <span className={variablesStyles.sessionState}>{t('stands at')}</span>
        <NodeLink id={worker} />
      </h3>
    </div>
  )
}

function NodeLink({ id }: { id: string }) {
  const participant = useParticipant(id)
  const showNode = useShowNode()
  return (
    <button type="button" className={textStyles.nodeLink} onClick={() => showNode(id)} disabled={!participant.isKnown}>
      <GroupDot participant={participant} />
      <span>{participant.name}</span>
    </button>
  )
}

const SESSION_WORDS = {
  active: 'session {number}, going on',
  interrupted: 'session {number}, interrupted',
  finished: 'session {number}, finished',
} as const

function Session({ node, session }: { node: string; session: SessionView }) {
  const t = useT()
  const participant = useParticipant(node)
  const lines = Object.entries(session.slots).map(([name, value]): CollectedValue => ({ name, value }))
  return (
    <div className={variablesStyles.variablesPart}>
      <h3>
        <NodeLink id={node} />
        <span className={variablesStyles.sessionState} data-state={session.state}>
          {t(SESSION_WORDS[session.state], { number: session.number })}
        </span>
      </h3>
      {lines.length === 0 ? (
        <div className={variablesStyles.none}>{t('Nothing collected')}</div>
      ) : (
        <Pairs lines={lines} label={t('Collected by {name}', { name: participant.name })} />
      )}
    </div>
  )
}
