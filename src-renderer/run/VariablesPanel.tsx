/** What the thread remembers: its variables, and what dialogs have collected so far. */
import './run.css'
import { IconBraces } from '@tabler/icons-react'
import { useMemo } from 'react'
import { readSettings, type Json } from '../../src-shared/flow/records'
import type { SessionView } from '../../src-shared/run/fold-view'
import { useFlow } from '../editor/editor-context'
import { EmptyState } from '../ui/EmptyState'
import { GroupDot, useParticipant } from './participants'
import { useRun, useShowNode } from './run-context'
import { valueWords } from './words'

type Line = { name: string; value: Json | undefined; note: string; isSet: boolean }

/** Needs a `RunProvider` around it. */
export function VariablesPanel() {
  const values = useRun((state) => state.view.variables)
  const sessions = useRun((state) => state.view.sessions)
  const settings = useFlow((flow) => flow.settings)
  const lines = useMemo(() => variableLines(readSettings({ settings }).variables, values), [settings, values])
  const places = useRun((state) => state.view.places)
  const dialogs = Object.entries(sessions)
  const graphs = Object.entries(places)
  if (lines.length + dialogs.length + graphs.length === 0)
    return (
      <section className="bt-variables" aria-label="Variables">
        <EmptyState icon={<IconBraces size={20} stroke={1.5} aria-hidden />} title="Nothing is remembered yet">
          Variables are declared in the flow settings. What dialogs collect appears here as they go.
        </EmptyState>
      </section>
    )
  return (
    <section className="bt-variables" aria-label="Variables">
      {lines.length > 0 && (
        <div className="bt-variables-part">
          <h3>Variables</h3>
          <Pairs lines={lines} label="Variables" />
        </div>
      )}
      {graphs.map(([graph, worker]) => (
        <Place key={graph} graph={graph} worker={worker} />
      ))}
      {dialogs.map(([node, session]) => (
        <Session key={node} node={node} session={session} />
      ))}
    </section>
  )
}

type Declared = ReturnType<typeof readSettings>['variables']

/** Declared variables first, then those that a tool set without a declaration. */
function variableLines(declared: Declared, values: { readonly [name: string]: Json }): Line[] {
  const known = Object.entries(declared).map(([name, variable]): Line => {
    const isSet = Object.hasOwn(values, name)
    return { name, value: isSet ? values[name] : variable.default, note: variable.description, isSet }
  })
  const others = Object.entries(values).filter(([name]) => !Object.hasOwn(declared, name))
  return [...known, ...others.map(([name, value]): Line => ({ name, value, note: '', isSet: true }))]
}

function Pairs({ lines, label }: { lines: readonly Line[]; label: string }) {
  return (
    <table className="bt-pairs" aria-label={label}>
      <tbody>
        {lines.map((line) => (
          <tr key={line.name} title={line.note === '' ? undefined : line.note}>
            <th scope="row">{line.name}</th>
            <td data-unset={line.value === undefined || line.value === null || undefined}>
              {line.value === undefined || line.value === null ? 'not set' : valueWords(line.value)}
              {!line.isSet && line.value !== undefined && <span className="bt-faint"> default</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Where a task graph stands: the next message is read from there on. */
function Place({ graph, worker }: { graph: string; worker: string }) {
  return (
    <div className="bt-variables-part">
      <h3>
        <NodeLink id={graph} />
        <span className="bt-session-state">stands at</span>
        <NodeLink id={worker} />
      </h3>
    </div>
  )
}

function NodeLink({ id }: { id: string }) {
  const participant = useParticipant(id)
  const showNode = useShowNode()
  return (
    <button type="button" className="bt-node-link" onClick={() => showNode(id)} disabled={!participant.isKnown}>
      <GroupDot participant={participant} />
      <span>{participant.name}</span>
    </button>
  )
}

const SESSION_WORDS = { active: 'going on', interrupted: 'interrupted', finished: 'finished' } as const

function Session({ node, session }: { node: string; session: SessionView }) {
  const participant = useParticipant(node)
  const lines = Object.entries(session.slots).map(([name, value]): Line => ({ name, value, note: '', isSet: true }))
  return (
    <div className="bt-variables-part">
      <h3>
        <NodeLink id={node} />
        <span className="bt-session-state" data-state={session.state}>
          session {session.number}, {SESSION_WORDS[session.state]}
        </span>
      </h3>
      {lines.length === 0 ? (
        <div className="bt-none">Nothing collected</div>
      ) : (
        <Pairs lines={lines} label={`Collected by ${participant.name}`} />
      )}
    </div>
  )
}
