/** What a thread is called; of a long name the mark of a fork stays in sight. */
import { useT } from '../ui/language'
import { cx } from '../ui/cx'
import textStyles from '../ui/text.module.css'
import styles from './ThreadTitle.module.css'

const MARK = / (\((?:edited|again|fork)(?: \d+)?\))$/

export function ThreadTitle({ title, className }: { title: string; className?: string | undefined }) {
  const t = useT()
  const [, mark] = MARK.exec(title) ?? []
  const name = mark === undefined ? title : title.slice(0, -mark.length - 1)
  return (
    <span className={cx(styles.title, className)} title={title}>
      <span className={textStyles.ellipsis}>{title === '' ? t('Untitled') : name}</span>
      {mark !== undefined && <span className={styles.mark}> {mark}</span>}
    </span>
  )
}
