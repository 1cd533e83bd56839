/** Who answers next, where the swarm's pattern leaves that to the person: one chip for each agent above the message. */
import { useMemo, useRef, type KeyboardEvent } from 'react'
import { swarmGroup } from '../../src-shared/agents/offers/swarm-group'
import { flowGraph } from '../../src-shared/flow/graph'
import { readSettings } from '../../src-shared/flow/records'
import { useFlow } from '../editor/editor-context'
import { useRun, useRunStore } from '../run/store/run-context'
import { isBusy } from '../run/store/run-state'
import { useT } from '../ui/language'
import styles from './NextSpeaker.module.css'

export function NextSpeaker() {
  // Read anew when a setting changes, not at each move of a node.
  const settings = useFlow((flow) => flow.settings)
  const isManual = useMemo(() => readSettings({ settings }).swarm.pattern === 'manual', [settings])
  return isManual ? <Chips /> : null
}

function Chips() {
  const t = useT()
  const run = useRunStore()
  const flow = useFlow((open) => open)
  const picked = useRun((state) => state.to)
  const holder = useRun((state) => state.view.holder?.node ?? null)
  const busy = useRun(isBusy)
  const agents = useMemo(() => swarmGroup(flowGraph(flow), readSettings(flow).swarm.order), [flow])
  const current = picked ?? holder ?? agents[0] ?? null
  const hasSpoken = useRun((state) => state.view.latest !== null)
  const chips = useRef<HTMLDivElement>(null)
  const stop = current !== null && agents.includes(current) ? current : agents[0]

  /** The arrow keys go from one to the next, as in any group of which one is chosen. */
  function step(event: KeyboardEvent, index: number): void {
    const by = event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : STEP_BACK.has(event.key) ? -1 : 0
    const next = (index + by + agents.length) % agents.length
    const id = agents[next]
    if (by === 0 || id === undefined) return
    event.preventDefault()
    run.pick(id)
    chips.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div className={styles.next}>
      <span className={styles.label} aria-hidden>
        {t('Next')}
      </span>
      <div className={styles.chips} role="radiogroup" aria-label={t('Who answers next')} ref={chips}>
        {agents.map((id, index) => (
          <button
            key={id}
            type="button"
            role="radio"
            className={styles.chip}
            aria-checked={id === current}
            tabIndex={id === stop ? 0 : -1}
            disabled={busy}
            title={flow.nodes[id]?.name}
            onClick={() => run.pick(id)}
            onKeyDown={(event) => step(event, index)}
          >
            {flow.nodes[id]?.name ?? id}
          </button>
        ))}
      </div>
      {hasSpoken && (
        <button
          type="button"
          className={styles.go}
          disabled={busy}
          title={t('Let them go on without a message')}
          onClick={() => void run.begin()}
        >
          {t('Go on')}
        </button>
      )}
    </div>
  )
}

const STEP_BACK: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowUp'])
