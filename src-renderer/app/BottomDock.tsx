/** The dock at the bottom: tabs, resizable and collapsible; it remembers its height. */
import { IconChevronDown, IconChevronUp, IconTimeline } from '@tabler/icons-react'
import { kindOf } from '../../src-shared/kinds/index'
import { useFlow, useProblems } from '../editor/editor-context'
import { useHasPlan } from '../plan/use-plans'
import { IconButton } from '../ui/IconButton'
import { Resizer } from '../ui/Resizer'
import { useDocks, useServices } from '../ui/services'
import { BOTTOM_TABS, type BottomTab } from '../ui/docks-store'
import { commandById, keysOf } from './commands'
import { BOTTOM_PANELS } from './panels'
import { useT } from '../ui/language'
import styles from './BottomDock.module.css'

export function BottomDock() {
  const t = useT()
  const { docks } = useServices()
  const isOpen = useDocks((state) => state.bottomOpen)
  const height = useDocks((state) => state.bottomHeight)
  const tab = useDocks((state) => state.bottomTab)
  const current = BOTTOM_PANELS[tab]
  const mayPlan = useMayPlan()
  return (
    <section
      className={styles.bottom}
      data-pane
      aria-label={t('Details')}
      data-open={isOpen || undefined}
      style={isOpen ? { height: `min(${height}px, 60vh)` } : undefined}
    >
      {isOpen && (
        <Resizer
          label={t('Height of the panel')}
          grows="up"
          size={height}
          min={120}
          max={700}
          onResize={(bottomHeight) => docks.change({ bottomHeight })}
        />
      )}
      <div className={styles.tabs}>
        <div role="tablist" aria-label={t('Details')} className={styles.list}>
          {BOTTOM_TABS.filter((id) => id !== 'plan' || mayPlan || id === tab).map((id) => (
            <Tab key={id} id={id} isCurrent={isOpen && id === tab} />
          ))}
        </div>
        <LookBackButton />
        <IconButton
          label={isOpen ? t('Collapse the panel') : t('Expand the panel')}
          side="top"
          size={26}
          onClick={() => docks.change({ bottomOpen: !isOpen })}
        >
          {isOpen ? <IconChevronDown size={15} /> : <IconChevronUp size={15} />}
        </IconButton>
      </div>
      {isOpen && (
        <div className={styles.panel} role="tabpanel" aria-label={t(current.label)} id={`bt-panel-${tab}`}>
          <current.Panel />
        </div>
      )}
    </section>
  )
}

/** Whether this flow has a plan to show, or a node that makes one. */
function useMayPlan(): boolean {
  const hasPlan = useHasPlan()
  const hasPlanner = useFlow(({ nodes }) => Object.values(nodes).some((node) => kindOf(node)?.group === 'planning'))
  return hasPlan || hasPlanner
}

function LookBackButton() {
  const t = useT()
  const { docks } = useServices()
  const isOpen = useDocks((state) => state.lookBackOpen)
  return (
    <IconButton
      className={styles.lookBack}
      label={t('Look back')}
      keys={keysOf(commandById('look-back'))}
      side="top"
      size={26}
      aria-pressed={isOpen}
      data-opens-look-back
      onClick={() => docks.change({ lookBackOpen: !isOpen })}
    >
      <IconTimeline size={15} />
    </IconButton>
  )
}

function Tab({ id, isCurrent }: { id: BottomTab; isCurrent: boolean }) {
  const t = useT()
  const { docks } = useServices()
  const count = useProblems((problems) => (id === 'problems' ? problems.all.length : 0))
  const isError = useProblems(({ all }) => all.some(({ severity }) => severity === 'error'))
  return (
    <button
      type="button"
      role="tab"
      className={styles.tab}
      aria-selected={isCurrent}
      data-pane-start={isCurrent || undefined}
      aria-controls={`bt-panel-${id}`}
      onClick={() => (isCurrent ? docks.change({ bottomOpen: false }) : docks.openBottom(id))}
    >
      {t(BOTTOM_PANELS[id].label)}
      {count > 0 && (
        <span className={styles.count} data-severity={isError ? 'error' : 'warning'}>
          {count}
        </span>
      )}
    </button>
  )
}
