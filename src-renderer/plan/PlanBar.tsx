/** The bar of the plan view: which plan, how far it is, its tokens, taking it along, showing it large. */
import { message } from '../../src-shared/languages/translate'
import { Button, Menu, Select } from '@mantine/core'
import { IconArrowsMaximize, IconCopy, IconDownload, IconShare2 } from '@tabler/icons-react'
import { useNameOf } from '../run/participants'
import { oneLine } from '../../src-shared/run/words/text'
import { MenuList } from '../ui/layers/MenuList'
import { downloadText, fileName } from '../ui/files'
import { IconButton } from '../ui/IconButton'
import { copyText } from '../ui/copy-text'
import { markdownOf, mermaidOf } from './plan-export'
import { progressWords, questionOf, type ThreadPlan } from './shown-steps'
import { TokensNote } from './TokensNote'
import { cx } from '../ui/cx'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import planViewStyles from './plan-view.module.css'
import styles from './PlanBar.module.css'

export type PlanBarProps = {
  plans: readonly ThreadPlan[]
  shown: ThreadPlan
  onPick: (key: string) => void
  /** What is shown; where there is room, the time is shown beside the rest. */
  part: PlanPart
  onPart: (part: PlanPart) => void
  /** Shows the plan large; null where it is. */
  onLarge: (() => void) | null
}
export type PlanPart = 'steps' | 'time' | 'compare'

export function PlanBar({ plans, shown, onPick, part, onPart, onLarge }: PlanBarProps) {
  const t = useT()
  const { plan, turn } = shown
  return (
    <div className={styles.barTop} role="group" aria-label={t('Plan bar')}>
      <PlanPicker plans={plans} shown={shown} onPick={onPick} />
      <span className={cx(styles.progress, textStyles.ellipsis)} role="status">
        {progressWords(plan, turn, t)}
      </span>
      <span className={styles.space} />
      <TokensNote shown={shown} />
      <PartSwitch part={part} onPart={onPart} isFork={plan.fork !== null} />
      <ExportMenu shown={shown} />
      {onLarge !== null && (
        <IconButton label={t('Show large')} side="top" size={26} onClick={onLarge}>
          <IconArrowsMaximize size={15} />
        </IconButton>
      )}
    </div>
  )
}

function PlanPicker({ plans, shown, onPick }: Pick<PlanBarProps, 'plans' | 'shown' | 'onPick'>) {
  const t = useT()
  const nameOf = useNameOf()
  const labelOf = (one: ThreadPlan): string => {
    const several = plans.filter(({ turn }) => turn.turn === one.turn.turn).length > 1
    const { turn } = one.turn
    const question = oneLine(questionOf(one, t), 60)
    return several
      ? t('Turn {turn} ({name}, plan {round}): {question}', {
          turn,
          name: nameOf(one.plan.node),
          round: one.plan.round,
          question,
        })
      : t('Turn {turn}: {question}', { turn, question })
  }
  return (
    <Select
      aria-label={t('Plan')}
      size="xs"
      className={styles.picker}
      data={plans.map((one) => ({ value: one.key, label: labelOf(one) }))}
      value={shown.key}
      allowDeselect={false}
      comboboxProps={{ width: 380, position: 'top-start' }}
      onChange={(key) => {
        if (key !== null) onPick(key)
      }}
    />
  )
}

const PARTS = [
  { part: 'steps', label: 'Steps' },
  { part: 'time', label: 'Time' },
  { part: 'compare', label: 'Compare' },
] as const

function PartSwitch({ part, onPart, isFork }: Pick<PlanBarProps, 'part' | 'onPart'> & { isFork: boolean }) {
  const t = useT()
  return (
    <div className={planViewStyles.parts} role="group" aria-label={t('What to show')} data-fork={isFork || undefined}>
      {PARTS.filter((one) => isFork || one.part !== 'compare').map((one) => (
        <button
          type="button"
          key={one.part}
          data-part={one.part}
          aria-pressed={part === one.part}
          onClick={() => onPart(one.part)}
        >
          {t(one.label)}
        </button>
      ))}
    </div>
  )
}

function ExportMenu({ shown }: { shown: ThreadPlan }) {
  const t = useT()
  const name = t('Plan {question}', { question: oneLine(questionOf(shown, t), 50) })
  return (
    <Menu position="top-end" withinPortal>
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          className={styles.button}
          leftSection={<IconShare2 size={14} aria-hidden />}
        >
          {t('Export')}
        </Button>
      </Menu.Target>
      <MenuList>
        <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => copy('Markdown', markdownOf(shown))}>
          {t('Copy Markdown')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconDownload size={15} />}
          onClick={() => downloadText(fileName(name, '.md'), markdownOf(shown), 'text/markdown')}
        >
          {t('Save Markdown')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => copy('Mermaid', mermaidOf(shown))}>
          {t('Copy Mermaid')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconDownload size={15} />}
          onClick={() => downloadText(fileName(name, '.mmd'), mermaidOf(shown), 'text/plain')}
        >
          {t('Save Mermaid')}
        </Menu.Item>
      </MenuList>
    </Menu>
  )
}

function copy(format: string, text: string): void {
  copyText(text, {
    done: message('The plan is on the clipboard, as {format}.', { format }),
    failed: 'The plan could not be copied',
  })
}
