/** The test bench in the inspector, and the same with more room in a dialog. */
import { IconArrowsMaximize } from '@tabler/icons-react'
import { useState } from 'react'
import type { PoolSettings } from '../../../src-shared/kinds/kind'
import { kindOf } from '../../../src-shared/kinds/index'
import { useFlow } from '../../editor/editor-context'
import { IconButton } from '../../ui/IconButton'
import { BenchLimits } from './BenchLimits'
import { BenchQuery } from './BenchQuery'
import { Ranking } from './Ranking'
import { SavedQueries } from './SavedQueries'
import type { ToolRows } from '../list/tool-rows'
import { useBench, type Bench } from './use-bench'
import { useT } from '../../ui/language'
import { Dialog } from '../../ui/layers/Dialog'
import textStyles from '../../ui/text.module.css'
import toolsStyles from '../tools.module.css'
import styles from './BenchSection.module.css'

export function BenchSection({ id, rows }: { id: string; rows: ToolRows }) {
  const node = useFlow((flow) => flow.nodes[id])
  const settings = node === undefined ? null : (kindOf(node)?.pool(node) ?? null)
  if (settings === null || rows.items.length === 0) return null
  return <OpenBench id={id} rows={rows} settings={settings} name={node?.name ?? ''} />
}

type OpenBenchProps = { id: string; rows: ToolRows; settings: PoolSettings; name: string }

function OpenBench({ id, rows, settings, name }: OpenBenchProps) {
  const t = useT()
  const bench = useBench(id, settings, rows)
  const [isWide, setWide] = useState(false)
  const asleep = rows.sources.filter(({ isOff, count }) => !isOff && count === 0).map((source) => source.name)
  const parts = { bench, settings, size: rows.tools.length, asleep }
  return (
    <section className={toolsStyles.bench} aria-label={t('Try a query')}>
      <div className={toolsStyles.toolsHead}>
        <h3 className={textStyles.sectionTitle}>{t('Try a query')}</h3>
        <IconButton label={t('Open the test bench wide')} size={24} onClick={() => setWide(true)}>
          <IconArrowsMaximize size={14} />
        </IconButton>
      </div>
      {!isWide && <BenchParts {...parts} isWide={false} />}
      <Dialog
        opened={isWide}
        onClose={() => setWide(false)}
        title={t('Test bench of {name}', { name })}
        size="min(1080px, 94vw)"
      >
        <BenchParts {...parts} isWide />
      </Dialog>
    </section>
  )
}

type BenchPartsProps = {
  bench: Bench
  settings: PoolSettings
  size: number
  asleep: readonly string[]
  isWide: boolean
}

function BenchParts({ bench, settings, size, asleep, isWide }: BenchPartsProps) {
  return (
    <div className={styles.parts} data-wide={isWide || undefined}>
      <div className={styles.main}>
        <BenchQuery bench={bench} asleep={asleep} />
        <BenchLimits bench={bench} settings={settings} size={size} />
        <Ranking bench={bench} size={size} isWide={isWide} />
      </div>
      <SavedQueries bench={bench} />
    </div>
  )
}
