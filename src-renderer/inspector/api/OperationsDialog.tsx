/** Choosing operations of an API: a filter, a tag, and a list of which only what is in sight is drawn. */
import { Button, SegmentedControl, Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useMemo, useState, type ReactNode } from 'react'
import { chosenBy, countText, filtered, tagsOf, wishesOf, type ApiOperation } from './api-operations'
import { OperationList } from './OperationList'
import { useT } from '../../ui/language'
import { type Message } from '../../../src-shared/languages/translate'
import { Dialog } from '../../ui/layers/Dialog'
import formStyles from '../../ui/form.module.css'
import styles from './OperationsDialog.module.css'

type OperationsDialogProps = {
  title: string
  operations: readonly ApiOperation[]
  /** The wishes that are chosen at first; empty: all. */
  include: readonly string[]
  /** What the button says that ends it. */
  action: string
  /** Whether "all" may be the answer, which an empty list stands for. */
  offersAll: boolean
  isBusy?: boolean
  failure?: Message | null
  note?: ReactNode
  onTake: (include: string[]) => void
  onClose: () => void
}

export function OperationsDialog(props: OperationsDialogProps) {
  const t = useT()
  const { title, operations, include, action, offersAll, isBusy = false, failure = null, note, onTake, onClose } = props
  const [takesAll, setTakesAll] = useState(offersAll && include.length === 0)
  const [chosen, setChosen] = useState<ReadonlySet<ApiOperation>>(() =>
    include.length === 0 ? new Set() : chosenBy(operations, include),
  )
  const [words, setWords] = useState('')
  const [tag, setTag] = useState<string | null>(null)
  const tags = useMemo(() => tagsOf(operations), [operations])
  const shown = useMemo(() => filtered(operations, words, tag), [operations, words, tag])
  const choose = (some: readonly ApiOperation[], isChosen: boolean): void => {
    // Where all are ticked, one that is unticked is left out, and one that is chosen is meant alone.
    const next = new Set(takesAll ? (isChosen ? [] : operations) : chosen)
    for (const one of some) {
      if (isChosen) next.add(one)
      else next.delete(one)
    }
    setChosen(next)
    setTakesAll(false)
  }
  return (
    <Dialog opened onClose={onClose} title={title} size="xl">
      <div className={formStyles.form}>
        {note}
        <div className={styles.filters}>
          <TextInput
            aria-label={t('Filter operations')}
            placeholder={t('Filter by path, name or words')}
            leftSection={<IconSearch size={14} />}
            data-autofocus
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          <Select
            aria-label={t('Tag')}
            placeholder={t('All tags')}
            clearable
            searchable
            data={tags.map(({ tag: value, count }) => ({ value, label: `${value} (${count})` }))}
            value={tag}
            onChange={setTag}
          />
        </div>
        <div className={styles.choose}>
          {offersAll && (
            <SegmentedControl
              size="xs"
              aria-label={t('Which operations')}
              data={[
                { value: 'all', label: t('All') },
                { value: 'some', label: t('Only chosen') },
              ]}
              value={takesAll ? 'all' : 'some'}
              onChange={(value) => setTakesAll(value === 'all')}
            />
          )}
          <span className={styles.count} role="status">
            {takesAll
              ? countText(operations.length, t)
              : t('{count, number} of {operations}', {
                  count: chosen.size,
                  operations: countText(operations.length, t),
                })}
          </span>
          <Button size="compact-xs" variant="subtle" disabled={shown.length === 0} onClick={() => choose(shown, true)}>
            {t('Choose shown')}
          </Button>
          <Button size="compact-xs" variant="subtle" disabled={shown.length === 0} onClick={() => choose(shown, false)}>
            {t('Clear shown')}
          </Button>
        </div>
        <OperationList operations={shown} chosen={takesAll ? null : chosen} onChoose={(one, is) => choose([one], is)} />
        {failure !== null && (
          <p className={styles.failure} role="alert">
            {t.message(failure)}
          </p>
        )}
        <div className={formStyles.formActions}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="filled"
            loading={isBusy}
            disabled={!takesAll && chosen.size === 0}
            onClick={() => onTake(takesAll ? [] : wishesOf(operations, chosen))}
          >
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
