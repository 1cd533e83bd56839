/** A list of which, where it is long, the beginning and the end are drawn; what is in between is unfolded a part at a time. */
import { Button } from '@mantine/core'
import { useRef, useState, type ReactNode } from 'react'
import type { LeftPlace } from '../ui/layers/focus-keeper'
import { useHandOnFocus } from '../ui/layers/hand-on-focus'
import { useT } from '../ui/language'
import styles from './FoldedMiddle.module.css'

/** So many are drawn of each end. */
const END = 20
/** So many come with a press. */
const STEP = 100

export type FoldedMiddleProps<T> = { items: readonly T[]; children: (item: T, index: number) => ReactNode }

/** Needs something around it that is unfolded by a button. */
export function FoldedMiddle<T>({ items, children }: FoldedMiddleProps<T>) {
  const [first, setFirst] = useState(END)
  const left = items.length - first - END
  // A line that stands for a few would be as long as they are.
  if (left <= END) return items.map(children)
  const count = Math.min(STEP, left)
  return (
    <>
      {items.slice(0, first).map(children)}
      <More count={count} left={left} onPress={() => setFirst(first + count)} />
      {items.slice(-END).map((item, index) => children(item, items.length - END + index))}
    </>
  )
}

function More({ count, left, onPress }: { count: number; left: number; onPress: () => void }) {
  const t = useT()
  const button = useRef<HTMLButtonElement>(null)
  useHandOnFocus(button, focusWhatUnfolds)
  return (
    <Button ref={button} className={styles.more} size="compact-xs" variant="default" fullWidth onClick={onPress}>
      {t('Show {count} of {left} in between', { count, left })}
    </Button>
  )
}

function focusWhatUnfolds({ left }: LeftPlace): void {
  left.closest('section')?.querySelector<HTMLElement>('[aria-expanded]')?.focus({ preventScroll: true })
}
