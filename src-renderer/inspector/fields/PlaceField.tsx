/** An edge's place among those that leave the same port: where it is, and two buttons that move it. */
import { Input } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { reorderEdges } from '../../../src-shared/flow/editing/edits'
import { edgesFrom } from '../../../src-shared/flow/graph'
import { useEditor, useFlow } from '../../editor/editor-context'
import { IconButton } from '../../ui/IconButton'
import type { FieldProps } from '../field-types'
import { cx } from '../../ui/cx'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'
import styles from './PlaceField.module.css'

export function PlaceField({ hint, error, edge = '' }: FieldProps<'place'>) {
  const t = useT()
  const { flows, edgeIndex, session } = useEditor()
  const place = useFlow((flow) => edgeIndex.place(flow, edge))
  const from = useFlow((flow) => flow.edges[edge]?.from)
  const count = useFlow((flow) => (from === undefined ? 0 : edgesFrom(flow, from.node, from.port).length))
  if (from === undefined || count < 2) return null

  function move(to: number): void {
    if (from === undefined) return
    flows.edit('Change the order', (flow) => {
      const ids = edgesFrom(flow, from.node, from.port).map(({ id }) => id)
      const others = ids.filter((id) => id !== edge)
      return reorderEdges(flow, from, [...others.slice(0, to), edge, ...others.slice(to)])
    })
  }
  return (
    <Input.Wrapper label={hint.label} error={error} labelElement="div">
      <div className={styles.place} role="group" aria-label={hint.label}>
        <span>{t('{place} of {count}', { place: place + 1, count })}</span>
        <IconButton label={t('Move it up')} size={24} disabled={place === 0} onClick={() => move(place - 1)}>
          <IconArrowUp size={14} />
        </IconButton>
        <IconButton label={t('Move it down')} size={24} disabled={place === count - 1} onClick={() => move(place + 1)}>
          <IconArrowDown size={14} />
        </IconButton>
        <button type="button" className={cx(textStyles.link, styles.all)} onClick={() => session.select([from.node])}>
          {t('See them all')}
        </button>
      </div>
    </Input.Wrapper>
  )
}
