/** What moves a row of an ordered list: two buttons for the keyboard, a grip for the pointer. */
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { IconButton } from '../ui/IconButton'
import type { DragOrder } from './use-drag-order'
import { useT } from '../ui/language'
import helpersStyles from './helpers.module.css'

type MoverProps = {
  name: string
  index: number
  count: number
  order: DragOrder
  onMove: (from: number, to: number) => void
}

export function Mover({ name, index, count, order, onMove }: MoverProps) {
  const t = useT()
  return (
    <span className={helpersStyles.move}>
      <IconButton
        label={t('Move {name} up', { name })}
        size={22}
        disabled={index === 0}
        onClick={() => onMove(index, index - 1)}
      >
        <IconArrowUp size={13} />
      </IconButton>
      <IconButton
        label={t('Move {name} down', { name })}
        size={22}
        disabled={index === count - 1}
        onClick={() => onMove(index, index + 1)}
      >
        <IconArrowDown size={13} />
      </IconButton>
      <span
        className={helpersStyles.grip}
        data-grip
        title={t('Drag to another place')}
        aria-hidden
        {...order.grip(index)}
      >
        <IconGripVertical size={14} />
      </span>
    </span>
  )
}
