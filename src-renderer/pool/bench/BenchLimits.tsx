/** The limits of a pool as sliders: what they would change shows at once, and they can be put into the pool. */
import { Button, Slider } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PoolSettings } from '../../../src-shared/kinds/kind'
import type { Bench } from './use-bench'
import { useT } from '../../ui/language'
import styles from './BenchLimits.module.css'

/** The slider for k goes so far, or as far as the pool's own. */
const MOST_K = 30

export type BenchLimitsProps = { bench: Bench; settings: PoolSettings; size: number }

export function BenchLimits({ bench, settings, size }: BenchLimitsProps) {
  const t = useT()
  const { limits, tryLimits, isTrying, apply } = bench
  const most = Math.max(settings.topK, limits.topK, Math.min(MOST_K, Math.max(size, 5)))
  return (
    <div className={styles.limitsRow}>
      <Limit
        label={t('At most')}
        value={`${limits.topK}`}
        was={limits.topK === settings.topK ? null : `${settings.topK}`}
      >
        <Slider
          size="xs"
          label={null}
          thumbLabel={t('Tools at most')}
          min={1}
          max={most}
          value={limits.topK}
          onChange={(topK) => tryLimits({ topK })}
        />
      </Limit>
      <Limit
        label={t('Similarity')}
        value={`≥ ${limits.minSimilarity.toFixed(2)}`}
        was={limits.minSimilarity === settings.minSimilarity ? null : settings.minSimilarity.toFixed(2)}
      >
        <Slider
          size="xs"
          label={null}
          thumbLabel={t('Similarity at least')}
          min={0}
          max={1}
          step={0.01}
          value={limits.minSimilarity}
          onChange={(next) => tryLimits({ minSimilarity: Math.round(next * 100) / 100 })}
        />
      </Limit>
      {isTrying && (
        <div className={styles.limitsActions}>
          <Button size="compact-xs" variant="filled" onClick={apply}>
            {t('Apply to pool')}
          </Button>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => tryLimits(null)}>
            {t('Back to the pool’s')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** `was`: what the pool has, where that is something else. */
type LimitProps = { label: string; value: string; was: string | null; children: ReactNode }

function Limit({ label, value, was, children }: LimitProps) {
  return (
    <div>
      <div className={styles.limitHead}>
        <span>{label}</span>
        <span className={styles.limitValue} data-tried={was !== null || undefined}>
          {was !== null && <s>{was}</s>} {value}
        </span>
      </div>
      {children}
    </div>
  )
}
