/** The list of an API's operations with a tick for each; only what is in sight is drawn. */
import { Checkbox } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { ApiOperation } from './api-operations'
import { cx } from '../../ui/cx'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'
import styles from './OperationList.module.css'

const ROW_HEIGHT = 46

type OperationListProps = {
  operations: readonly ApiOperation[]
  /** Null: all are. */
  chosen: ReadonlySet<ApiOperation> | null
  onChoose: (operation: ApiOperation, isChosen: boolean) => void
}

export function OperationList({ operations, chosen, onChoose }: OperationListProps) {
  const t = useT()
  const outer = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: operations.length,
    getScrollElement: () => outer.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
  })
  const rows = virtual.getVirtualItems()
  return (
    <div className={styles.list} ref={outer} tabIndex={-1}>
      {operations.length === 0 && <p className={styles.none}>{t('No operation has these words.')}</p>}
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        <ul aria-label={t('Operations')} style={{ transform: `translateY(${rows[0]?.start ?? 0}px)` }}>
          {rows.map(({ index }) => {
            const operation = operations[index]
            if (operation === undefined) return null
            return (
              <li key={operation.wish} aria-setsize={operations.length} aria-posinset={index + 1}>
                <Checkbox
                  size="xs"
                  checked={chosen?.has(operation) ?? true}
                  label={<OperationWords operation={operation} />}
                  onChange={(event) => onChoose(operation, event.currentTarget.checked)}
                />
              </li>
            )
          })}
        </ul>
      </div>
    </div>
  )
}

function OperationWords({ operation: { method, path, summary, operationId } }: { operation: ApiOperation }) {
  return (
    <span className={styles.operation}>
      <span className={styles.path}>
        <span className={styles.method} data-method={method}>
          {method}
        </span>
        <span className={textStyles.ellipsis} title={path}>
          {path}
        </span>
      </span>
      <span className={cx(styles.summary, textStyles.ellipsis)} title={summary}>
        {summary === '' ? (operationId ?? '') : summary}
      </span>
    </span>
  )
}
