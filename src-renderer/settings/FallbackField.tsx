/** Which other connections are asked, in order, when this one cannot answer. */
import { Button, Input, Select } from '@mantine/core'
import { IconArrowUp, IconTrash } from '@tabler/icons-react'
import { IconButton } from '../ui/IconButton'
import { cx } from '../ui/cx'
import { useT } from '../ui/language'
import formStyles from '../ui/form.module.css'
import settingsStyles from './settings.module.css'
import styles from './FallbackField.module.css'

export type FallbackFieldProps = {
  /** Names of connections, the first one first. */
  value: readonly string[]
  /** Names of all other connections. */
  others: readonly string[]
  onChange: (value: readonly string[]) => void
}

const LABEL = 'If it cannot answer, try'

export function FallbackField({ value, others, onChange }: FallbackFieldProps) {
  const t = useT()
  const chosen = new Set(value.map(keyOf))
  const left = others.filter((name) => !chosen.has(keyOf(name)))
  const known = new Set(others.map(keyOf))
  const without = (index: number) => value.filter((_name, at) => at !== index)
  if (others.length === 0 && value.length === 0) return null
  return (
    <Input.Wrapper
      label={t(LABEL)}
      labelElement="div"
      description={t(
        'These connections are asked one after another, each with its own model, when this server is down, too busy or refuses. The trace says who answered. They get the same conversation.',
      )}
    >
      <div className={formStyles.rows} role="group" aria-label={t(LABEL)}>
        {value.map((name, index) => (
          <div className={cx(formStyles.row, styles.fallback)} key={name}>
            <span className={settingsStyles.grow}>
              {index + 1}. {known.has(keyOf(name)) ? name : t('{name} (not set up)', { name })}
            </span>
            {index > 0 && (
              <IconButton
                label={t('Try {name} earlier', { name })}
                size={28}
                onClick={() => onChange(earlier(value, index))}
              >
                <IconArrowUp size={14} />
              </IconButton>
            )}
            <IconButton label={t('Do not try {name}', { name })} size={28} onClick={() => onChange(without(index))}>
              <IconTrash size={14} />
            </IconButton>
          </div>
        ))}
        {left.length > 0 && value.length < MOST && (
          <Select
            aria-label={t('Add a connection to try')}
            placeholder={value.length === 0 ? t('No other connection') : t('Then another one')}
            data={left}
            value={null}
            onChange={(name) => name !== null && onChange([...value, name])}
          />
        )}
        {value.length > 1 && (
          <Button variant="subtle" size="compact-xs" onClick={() => onChange([])}>
            {t('Try no other')}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  )
}

/** As many as the core takes. */
const MOST = 8

function keyOf(name: string): string {
  return name.normalize('NFC').trim().toLowerCase()
}

function earlier(names: readonly string[], index: number): string[] {
  const next = [...names]
  const [moved] = next.splice(index, 1)
  if (moved !== undefined) next.splice(index - 1, 0, moved)
  return next
}
